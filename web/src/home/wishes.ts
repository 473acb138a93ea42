// Settings of a new match, and creating it.

import { signal } from "@preact/signals";
import { post } from "../app/api.ts";
import { keep, ownName, prefs, readable, recall } from "../app/prefs.ts";
import { go } from "../app/router.ts";
import { t } from "../i18n/i18n.ts";
import type { SeatName } from "../play/messages.ts";
import { seatWords } from "../play/names.ts";
import { makerKey } from "../social/company.ts";
import type { MadeMatch, NewMatch, Opponent, SeatRequest } from "../wire.ts";
import { comingChoices } from "./choices.ts";

export type Mode = "computer" | "here" | "link" | "doubles";

export interface Wishes {
  rulebook: string;
  length: NewMatch["length"];
  stage: NonNullable<NewMatch["stage"]>;
  clock: boolean;
  /** By link: toss, sides, rack, trial boards and ready calls, as in the Laws. */
  ceremony: boolean;
  seats: Record<SeatName, "me" | "person" | "link" | "computer">;
  /** A chosen level and skill, instead of a named opponent. */
  own: { readonly player: string; readonly skill: string } | null;
}

const USUAL: Wishes = {
  rulebook: "icf",
  length: "board",
  stage: "group",
  clock: false,
  ceremony: false,
  seats: { south: "me", east: "computer", north: "computer", west: "computer" },
  own: null,
};
export const ORDER: readonly SeatName[] = ["south", "east", "north", "west"];

export function rememberedWishes(): Wishes {
  return { ...USUAL, ...recall<Partial<Wishes>>("carrom.wishes", {}) };
}

export function hasComputer(mode: Mode, wishes: Wishes): boolean {
  return mode === "computer" || (mode === "doubles" && Object.values(wishes.seats).includes("computer"));
}

export function hasLink(mode: Mode, wishes: Wishes): boolean {
  return mode === "link" || (mode === "doubles" && Object.values(wishes.seats).includes("link"));
}

/** "Asha, 9" on her card is "Asha" in a sentence, where a number would read as a count of pieces. */
export function calledAtTable({ name }: Opponent): string {
  return name.split(/[,،]/)[0]?.trim() ?? name;
}

/** A number after a name would read as a strength: say that it is an age. */
export function cardName({ name }: Opponent): string {
  const [, called, age] = /^(.*?)[,،]\s*(\d+)$/.exec(name) ?? [];
  return called && age ? t("aged", { name: called, age }) : name;
}

function seatsOf(mode: Mode, wishes: Wishes, opponent: Opponent | null): SeatRequest[] {
  const me = ownName() || t("guest");
  const computer = (seat: SeatName): SeatRequest => {
    const { own } = wishes;
    if (own) return { seat, name: `${t("computer")} (${own.player})`, who: "computer", ...own };
    return {
      seat,
      name: opponent ? calledAtTable(opponent) : t("computer"),
      who: "computer",
      player: opponent?.id ?? "club",
      skill: null,
    };
  };
  const person = (seat: SeatName, name: string, who: "here" | "link"): SeatRequest => ({
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
        person("north", readable(prefs.value.friend) || t("seat-north"), "here"),
      ];
    case "link":
      return [person("south", me, "here"), person("north", t("seat-north"), "link")];
    case "doubles":
      return ORDER.map((seat) => {
        const wish = wishes.seats[seat];
        if (wish === "computer") return computer(seat);
        return person(seat, wish === "me" ? me : seatWords(seat), wish === "link" ? "link" : "here");
      });
  }
}

/** Whether a match is being created, so that a second tap on a slow network makes no second one. */
export const starting = signal(false);

/** Picks an opponent. */
export type Pick = (opponents: readonly Opponent[]) => Opponent | null;

/** Create a match and open it; does nothing while one is being created. Waits for the list of opponents, so that a
 * promised opponent is the one who comes. */
export async function begin(mode: Mode, wishes: Wishes, pick: Pick): Promise<void> {
  if (starting.value) return;
  starting.value = true;
  const { rulebook, length, clock, ceremony } = wishes;
  keep("carrom.wishes", wishes);
  try {
    const opponent = hasComputer(mode, wishes) ? pick((await comingChoices()).opponents) : null;
    const made = await post("/api/matches", {
      rulebook,
      length,
      clock,
      seats: seatsOf(mode, wishes, opponent),
      stage: length === "match" ? wishes.stage : "group",
      casual: !ceremony,
    });
    enter(made);
  } finally {
    starting.value = false;
  }
}

/** Save the links and keys of a new match, and open it. */
export function enter(made: MadeMatch): void {
  const own = made.links.find((link) => link.who === "here");
  const others = made.links.filter((link) => link.who === "link");
  const maker = made.links.find((link) => link.who === "maker");
  keep(`carrom.links.${made.id}`, others);
  if (maker) keep(makerKey(made.id), maker.secret);
  if (own) keep(`carrom.seat.${made.id}`, own.secret);
  go(`/play/${made.id}`);
}
