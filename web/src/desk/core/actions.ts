// The state of the desk's actions: a confirm dialog (previewing → confirming → sending), the acts being sent, and a notice of
// the last outcome (done, kept or refused).

import { computed, signal } from "@preact/signals";
import { ApiError, OfflineError } from "../../api/errors.ts";
import type { ActDone, Preview } from "../../api/wire.ts";
import { t } from "../words/words.ts";
import { type Act, fetchPreview, type LateAnswer, otherTournamentName, sendAct } from "./outbox.ts";
import { lastChange } from "./session.ts";

export interface ActionRequest {
  readonly act: Act;
  /** The button's words: the dialog's title, and the act's name in the queue. */
  readonly label: string;
  /** Show what it would change first. */
  readonly preview?: boolean;
  readonly asksReason?: boolean;
  readonly reasons?: readonly string[];
  readonly onDone?: () => void;
}

export interface Confirmation extends ActionRequest {
  readonly id: number;
  readonly phase: "previewing" | "confirming" | "sending";
  readonly needsReason: boolean;
  /** The reason of the last preview. */
  readonly reason: string;
  readonly shown: Preview | null;
  readonly problem: string;
  /** It was refused whatever the reason. */
  readonly isFinal: boolean;
  /** No preview, because the server did not answer. */
  readonly isOffline: boolean;
}

interface Notice {
  readonly kind: "done" | "kept" | "refused";
  readonly lines: readonly string[];
  readonly uncut?: number;
}

interface ActionState {
  readonly confirmation: Confirmation | null;
  /** Labels by the id of the action. */
  readonly sending: ReadonlyMap<number, string>;
  readonly notice: Notice | null;
}

const state = signal<ActionState>({ confirmation: null, sending: new Map(), notice: null });

export const confirmation = computed(() => state.value.confirmation);
export const sendingLabel = computed(() => [...state.value.sending.values()].at(-1) ?? null);
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

/** Change the action in the dialog if it is still this one. */
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

/** The reason in a preview until one is typed. */
const NO_REASON_YET = "…";

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

/** Whether sending the act as it is would only be refused again. */
export function isRefused(action: Confirmation, reason: string): boolean {
  const isSame = action.isFinal || reason === action.reason;
  return action.problem !== "" && action.preview === true && !action.shown && isSame;
}

export function canConfirm(action: Confirmation, reason: string): boolean {
  return action.phase === "confirming" && (!action.needsReason || reason !== "") && !isRefused(action, reason);
}

/** Send the action in the dialog. Returns whether it was done. */
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

/** Why the preview has changed, with the last change of another user. */
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

/** The notice after an act, or after one that was kept (`null`). */
export function noticeOf(done: ActDone | null, label: string): Notice {
  if (!done) return { kind: "kept", lines: [label] };
  const calls = done.changes.filter((one) => one.kind === "call").length; // the server lists them first
  return {
    kind: "done",
    lines: [...done.said, ...done.changes.map((one) => one.text)],
    uncut: done.said.length + calls,
  };
}

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
