import { loadContract } from '#client/api/call.ts'
import { describeFile } from '#client/ui/form-values.ts'

/** The values of each form when its user began to change it, or when it was last saved. */
const opened = new WeakMap<HTMLFormElement, { values: string; isTouched: boolean }>()

/** Finds out from now on whether the user changes a form; `hasReturned` if it came back with what was typed before. Call the returned function to stop. */
export function watchForm(form: HTMLFormElement, hasReturned = false): () => void {
  opened.set(form, { values: hasReturned ? '' : readValues(form), isTouched: hasReturned })
  // Fields may be filled in by themselves until the user begins.
  const begin = (): void => {
    if (!opened.get(form)?.isTouched) markAsSaved(form)
  }
  const touch = (): void => {
    const before = opened.get(form)
    if (before) before.isTouched = true
    // Browsers do not load a chunk twice: if the connection is lost while the user types, the form could not even be sent later.
    void loadContract().catch(() => undefined)
  }
  const listeners = { pointerdown: begin, focusin: begin, input: touch, click: touch }
  for (const [event, listener] of Object.entries(listeners)) form.addEventListener(event, listener)
  return () => {
    for (const [event, listener] of Object.entries(listeners)) form.removeEventListener(event, listener)
  }
}

/** Takes the current values of a form as unchanged: it was saved, or the user discards it. */
export const markAsSaved = (form: HTMLFormElement): void =>
  void opened.set(form, { values: readValues(form), isTouched: false })

/** The forms of an open dialog or panel, without those of a dialog over it, that say something else than when they were opened. */
export const findChangedForms = (surface: Element | null): HTMLFormElement[] =>
  [...(surface?.querySelectorAll('form') ?? [])].filter(
    (form) => form.closest('dialog, .panel') === surface && isChanged(form),
  )

function isChanged(form: HTMLFormElement): boolean {
  const before = opened.get(form)
  return before !== undefined && before.isTouched && before.values !== readValues(form)
}

/** Without what `Form` adds, such as the version of an order, which may change while the form is open. */
function readValues(form: HTMLFormElement): string {
  const added = new Set(
    [...form.querySelectorAll<HTMLInputElement>(':scope > input[type=hidden]')].map(({ name }) => name),
  )
  return JSON.stringify(
    [...new FormData(form)].filter(([name]) => !added.has(name)),
    describeFile,
  )
}
