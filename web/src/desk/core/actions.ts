// Performing acts, as one state: the confirm dialog (previewing → confirming → sending), the acts that are being sent, and
// the notice of the last outcome (done, kept until the server is back, or refused).

import { computed, signal } from "@preact/signals";
import type { ActDone, Preview } from "../../wire.ts";
import { t } from "../words/words.ts";
import { ApiError, OfflineError } from "./api.ts";
import { type Act, fetchPreview, type LateAnswer, otherTournamentName, sendAct } from "./outbox.ts";
import { lastChange } from "./session.ts";

export interface ActionRequest {
  readonly act: Act;
  /** The words of the button: the title of the dialog, and the name of the act while it is queued. */
  readonly label: string;
  /** Show what it would change before it is sent. */
  readonly preview?: boolean;
  readonly asksReason?: boolean;
  /** Common reasons, to be picked with a tap. */
  readonly reasons?: readonly string[];
  readonly onDone?: () => void;
}

export interface Confirmation extends ActionRequest {
  readonly id: number;
  readonly phase: "previewing" | "confirming" | "sending";
  readonly needsReason: boolean;
  /** The reason with which the act was last previewed. */
  readonly reason: string;
  readonly shown: Preview | null;
  readonly problem: string;
  /** It was refused whatever the reason. */
  readonly isFinal: boolean;
  /** The server did not answer, so there is no preview; once confirmed, the act is queued. */
  readonly isOffline: boolean;
}

export interface Notice {
  readonly kind: "done" | "kept" | "refused";
  readonly lines: readonly string[];
  /** How many of the lines are always shown. */
  readonly uncut?: number;
}

interface ActionState {
  readonly confirmation: Confirmation | null;
  /** Labels of the acts that are being sent, by the id of their action. */
  readonly sending: ReadonlyMap<number, string>;
  readonly notice: Notice | null;
}

const state = signal<ActionState>({ confirmation: null, sending: new Map(), notice: null });

/** The action that the dialog shows. */
export const confirmation = computed(() => state.value.confirmation);
/** The label of the latest act that is still being sent. */
export const sendingLabel = computed(() => [...state.value.sending.values()].at(-1) ?? null);
/** The outcome of the last act, for the foot of the page. */
export const notice = computed(() => state.value.notice);

function change(part: Partial<ActionState>): void {
  state.value = { ...state.peek(), ...part };
}

export function showNotice(next: Notice | null): void {
  change({ notice: next });
}

export function cancelConfirmation(): void {
  change({ confirmation: null });
}

/** Change the action in the dialog, unless the dialog shows another one or is closed by now. */
function update(id: number, part: Partial<Confirmation>): Confirmation | null {
  const { confirmation: open } = state.peek();
  if (open?.id !== id) return null;
  const next = { ...open, ...part };
  change({ confirmation: next });
  return next;
}

let lastId = 0;

/** Send an act, or open the dialog first. Returns whether it was done. */
export async function perform(request: ActionRequest): Promise<boolean> {
  const action: Confirmation = {
    ...request,
    id: ++lastId,
    phase: "confirming",
    needsReason: request.asksReason ?? false,
    reason: "",
    shown: null,
    problem: "",
    isFinal: false,
    isOffline: false,
  };
  if (!request.preview && !request.asksReason) return send(action);
  change({ confirmation: action });
  if (request.preview) await loadPreview(action, request.asksReason ? NO_REASON_YET : "");
  return false;
}

/** Sent as the reason until one is typed, so that the change can be read before a reason is given. */
const NO_REASON_YET = "…";

/** Preview the action in the dialog with a reason. */
async function loadPreview({ id, act }: Confirmation, reason: string): Promise<Confirmation | null> {
  const before = update(id, { phase: "previewing" });
  if (!before) return null;
  try {
    const shown = await fetchPreview(act, reason);
    return update(id, { phase: "confirming", shown, reason, problem: "", isFinal: false, isOffline: false });
  } catch (error) {
    if (error instanceof OfflineError) return update(id, { phase: "confirming", shown: null, isOffline: true });
    const wantsReason = error instanceof ApiError && isAboutReason(error);
    if (wantsReason && !reason) {
      const next = update(id, { needsReason: true });
      return next && loadPreview(next, NO_REASON_YET);
    }
    return update(id, {
      phase: "confirming",
      shown: null,
      reason,
      problem: (error as Error).message,
      needsReason: before.needsReason || wantsReason,
      isFinal: !wantsReason,
    });
  }
}

function isAboutReason(error: ApiError): boolean {
  return error.code === "no-reason" || error.code === "umpire" || error.code.startsWith("call-");
}

/** Whether the preview failed for good: sending the same act again would not help. */
export function isRefused(action: Confirmation, reason: string): boolean {
  const isSame = action.isFinal || reason === action.reason;
  return action.problem !== "" && action.preview === true && !action.shown && isSame;
}

export function canConfirm(action: Confirmation, reason: string): boolean {
  return action.phase === "confirming" && (!action.needsReason || reason !== "") && !isRefused(action, reason);
}

/** Send the action in the dialog with this reason. Returns whether it was done. */
export async function confirm(reason: string): Promise<boolean> {
  const { confirmation: open } = state.peek();
  if (!open || !canConfirm(open, reason)) return false;
  if (!open.shown || open.reason === reason) return send({ ...open, reason });
  // With its reason, too, the act must do exactly what the dialog shows.
  const now = await loadPreview(open, reason);
  if (!now) return false;
  if (!now.shown) {
    // Only the reason was refused: the preview stays, and another reason will do.
    if (now.needsReason && now.problem) update(open.id, { shown: open.shown, reason: open.reason });
    return false;
  }
  // A sentence may quote the reason; it was shown with the placeholder.
  const expected = contentOf(open.shown).replaceAll(NO_REASON_YET, JSON.stringify(reason).slice(1, -1));
  if (contentOf(now.shown) !== expected) {
    update(open.id, { problem: changedSince(open.shown) });
    return false;
  }
  return send(now);
}

function contentOf(preview: Preview): string {
  return JSON.stringify([preview.said, preview.changes, preview.lines]);
}

/** Why the preview differs from the one that was read, with the last change of another user if it came after that. */
function changedSince(shown: Preview): string {
  const other = lastChange.value;
  return t("shown-anew") + (other && other.seq > shown.seq ? ` ${other.by}: ${other.text}.` : "");
}

async function send(action: Confirmation): Promise<boolean> {
  const { id, act, label, reason, shown } = action;
  update(id, { phase: "sending" });
  change({ sending: new Map(state.peek().sending).set(id, label) });
  try {
    const done = await sendAct(act, label, reason, shown);
    if (state.peek().confirmation?.id === id) cancelConfirmation();
    showNotice(noticeOf(done, label));
    action.onDone?.();
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await refuse(action, error);
    return false;
  } finally {
    const sending = new Map(state.peek().sending);
    sending.delete(id);
    change({ sending });
    if (state.peek().confirmation?.phase === "sending") update(id, { phase: "confirming" });
  }
}

async function refuse(action: Confirmation, error: ApiError): Promise<void> {
  const { id, shown } = action;
  const problem = error.message;
  const isOpen = state.peek().confirmation?.id === id;
  if (error.code === "confirm") {
    // A grave act needs a confirmed preview, and this one was missing or is out of date.
    change({ confirmation: { ...action, problem: "" } });
    await loadPreview(action, action.reason);
    if (shown) update(id, { problem: changedSince(shown) });
  } else if (error.code === "stale" && shown && isOpen) {
    await loadPreview(action, action.reason);
    update(id, { problem });
  } else if (isAboutReason(error)) {
    change({ confirmation: { ...action, phase: "confirming", needsReason: true, problem } });
  } else if (isOpen) {
    update(id, { phase: "confirming", problem });
  } else {
    showNotice({ kind: "refused", lines: [problem] });
  }
}

/** The notice after an act; `null` is an act that was kept because the server did not answer. */
export function noticeOf(done: ActDone | null, label: string): Notice {
  if (!done) return { kind: "kept", lines: [label] };
  const calls = done.changes.filter((one) => one.kind === "call").length; // the server lists them first
  return {
    kind: "done",
    lines: [...done.said, ...done.changes.map((one) => one.text)],
    uncut: done.said.length + calls,
  };
}

/** Show the outcome of an act that was kept; a refusal has a banner of its own. */
export function showLateAnswer({ queued, done }: LateAnswer): void {
  if (!done) {
    showNotice(null);
    return;
  }
  const next = noticeOf(done, queued.label);
  const lines = next.lines.length ? next.lines : [queued.label];
  const name = otherTournamentName(queued);
  showNotice({ ...next, lines: name ? lines.map((line) => `${name}: ${line}`) : lines });
}
