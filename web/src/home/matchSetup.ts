// Settings of a new match, and creating it.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, post } from "../api/http.ts";
import type { MadeMatch, MatchOptions, NewMatch, Opponent, Seat, SeatRequest } from "../api/wire.ts";
import { go } from "../app/router.ts";
import { t } from "../i18n/i18n.ts";
import { makerKey } from "../play/tableTalk.ts";
import { seatWords } from "../play/viewer.ts";
import { load, ownName, prefs, save, visibleName } from "../prefs.ts";

export type Mode = "computer" | "here" | "link" | "doubles";

export interface MatchSetup {
  rulebook: string;
  length: NewMatch["length"];
  stage: NonNullable<NewMatch["stage"]>;
  clock: boolean;
  /** By link: toss, sides, rack, trial boards and ready calls, as in the Laws. */
  ceremony: boolean;
  seats: Record<Seat, "me" | "person" | "link" | "computer">;
  /** A chosen level and skill, instead of a named opponent. */
  own: { readonly player: string; readonly skill: string } | null;
}

const DEFAULT_SETUP: MatchSetup = {
  rulebook: "icf",
  length: "board",
  stage: "group",
  clock: false,
  ceremony: false,
  seats: { south: "me", east: "computer", north: "computer", west: "computer" },
  own: null,
};
export const ORDER: readonly Seat[] = ["south", "east", "north", "west"];

export function savedSetup(): MatchSetup {
  return { ...DEFAULT_SETUP, ...load<Partial<MatchSetup>>("carrom.wishes", {}) };
}

export function hasComputer(mode: Mode, setup: MatchSetup): boolean {
  return mode === "computer" || (mode === "doubles" && Object.values(setup.seats).includes("computer"));
}

export function hasLink(mode: Mode, setup: MatchSetup): boolean {
  return mode === "link" || (mode === "doubles" && Object.values(setup.seats).includes("link"));
}

/** "Asha, 9" on her card is "Asha" in a sentence, where a number would read as a count of pieces. */
export function shortName({ name }: Opponent): string {
  return name.split(/[,،]/)[0]?.trim() ?? name;
}

/** A number after a name would read as a strength: say that it is an age. */
export function cardName({ name }: Opponent): string {
  const [, called, age] = /^(.*?)[,،]\s*(\d+)$/.exec(name) ?? [];
  return called && age ? t("aged", { name: called, age }) : name;
}

function seatsOf(mode: Mode, setup: MatchSetup, opponent: Opponent | null): SeatRequest[] {
  const me = ownName() || t("guest");
  const computer = (seat: Seat): SeatRequest => {
    const { own } = setup;
    if (own) return { seat, name: `${t("computer")} (${own.player})`, who: "computer", ...own };
    return {
      seat,
      name: opponent ? shortName(opponent) : t("computer"),
      who: "computer",
      player: opponent?.id ?? "club",
      skill: null,
    };
  };
  const person = (seat: Seat, name: string, who: "here" | "link"): SeatRequest => ({
    seat,
    name,
    who,
    player: null,
    skill: null,
  });
  switch (mode) {
    case "computer":
      return [person("south", me, "here"), computer("north")];
    case "here":
      // two at one screen: a player without a name is named by the seat
      return [
        person("south", ownName() || t("seat-south"), "here"),
        person("north", visibleName(prefs.value.friend) || t("seat-north"), "here"),
      ];
    case "link":
      return [person("south", me, "here"), person("north", t("seat-north"), "link")];
    case "doubles":
      return ORDER.map((seat) => {
        const chosen = setup.seats[seat];
        if (chosen === "computer") return computer(seat);
        return person(seat, chosen === "me" ? me : seatWords(seat), chosen === "link" ? "link" : "here");
      });
  }
}

/** Whether a match is being created, so that a second tap on a slow network makes no second one. */
export const isCreating = signal(false);

/** Picks an opponent. */
export type PickOpponent = (opponents: readonly Opponent[]) => Opponent | null;

/** Create a match and open it; does nothing while one is being created. Waits for the list of opponents, so that a
 * promised opponent is the one who comes. */
export async function createMatch(mode: Mode, setup: MatchSetup, pick: PickOpponent): Promise<void> {
  if (isCreating.value) return;
  isCreating.value = true;
  const { rulebook, length, clock, ceremony } = setup;
  save("carrom.wishes", setup);
  try {
    const opponent = hasComputer(mode, setup) ? pick((await fetchOptions()).opponents) : null;
    const made = await post("/api/matches", {
      rulebook,
      length,
      clock,
      seats: seatsOf(mode, setup, opponent),
      stage: length === "match" ? setup.stage : "group",
      casual: !ceremony,
    });
    openMatch(made);
  } finally {
    isCreating.value = false;
  }
}

/** Save the links and keys of a new match, and open it. */
export function openMatch(made: MadeMatch): void {
  const own = made.links.find((link) => link.who === "here");
  const others = made.links.filter((link) => link.who === "link");
  const maker = made.links.find((link) => link.who === "maker");
  save(`carrom.links.${made.id}`, others);
  if (maker) save(makerKey(made.id), maker.secret);
  if (own) save(`carrom.seat.${made.id}`, own.secret);
  go(`/play/${made.id}`);
}

// Options for a new match, fetched once.

const known = signal<{ readonly language: string; readonly choices: MatchOptions } | null>(null);

let pending: { readonly language: string; readonly options: Promise<MatchOptions> } | null = null;

/** Fetched on first use; a failure is retried at the next. */
function fetchOptions(): Promise<MatchOptions> {
  const { language } = prefs.value;
  if (pending?.language === language) return pending.options;
  const options = get("/api/choices");
  pending = { language, options };
  options.then(
    (choices) => (known.value = { language, choices }),
    () => (pending = null),
  );
  return options;
}

/** Null while loading, and without a server. */
export function useMatchOptions(): MatchOptions | null {
  const { language } = prefs.value;
  useEffect(() => void fetchOptions().catch(() => undefined), [language]);
  return known.value?.choices ?? null;
}
