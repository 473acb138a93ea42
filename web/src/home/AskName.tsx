// Ask for a name once, before others see it; for two players at one screen, both.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n/i18n.ts";
import { prefs, setPrefs, visibleName } from "../prefs.ts";

export function AskName({
  done,
  onDone,
  both = false,
  isBusy = false,
}: {
  done: string;
  onDone: () => void;
  both?: boolean;
  isBusy?: boolean;
}): JSX.Element {
  const [name, setName] = useState(prefs.value.name);
  const [friend, setFriend] = useState(prefs.value.friend);
  return (
    <form
      class="setup"
      data-testid="ask-name"
      onSubmit={(event) => {
        event.preventDefault();
        setPrefs(
          both ? { name: visibleName(name), friend: visibleName(friend) } : { name: visibleName(name) || t("guest") },
        );
        onDone();
      }}
    >
      <label class="field">
        <span>{t("your-name")}</span>
        <input
          value={name}
          maxLength={40}
          autocomplete="nickname"
          placeholder={t(both ? "seat-south" : "guest")}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {both && (
        <label class="field">
          <span>{t("friend-name")}</span>
          <input
            value={friend}
            maxLength={40}
            autocomplete="off"
            placeholder={t("seat-north")}
            onInput={(event) => setFriend(event.currentTarget.value)}
          />
        </label>
      )}
      {!both && <p class="small">{t("name-why")}</p>}
      <button class="go" disabled={isBusy}>
        {done}
      </button>
    </form>
  );
}
