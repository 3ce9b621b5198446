import { resultText, resultTitle } from '#client/orders/import-result.tsx'
import type { ImportStep } from '#client/orders/import-steps.tsx'
import type { ImportProgress } from '#client/orders/import-upload.ts'
import type { Messages } from '#shared/messages/en.ts'
import type { ImportResult } from '#shared/orders/views.ts'

type Words = Messages['orders']['import']

/** Where an import stands. `checked`: a check of the same file went before; `asking`: somebody wants to stop and has to say so twice. */
export type ImportState =
  | { at: 'file'; wrong: { title?: string; text: string } | null }
  | { at: 'running'; dryRun: boolean; checked: boolean; progress: ImportProgress | null; asking: boolean }
  | { at: 'done'; dryRun: boolean; checked: boolean; result: ImportResult }

/** The dialog's heading. */
export const titleOf = (state: ImportState, words: Words): string =>
  state.at === 'done' ? resultTitle(state.result, state.dryRun, words) : words.title

/** The sentence beneath it. */
export function descriptionOf(state: ImportState, words: Words): string {
  if (state.at === 'done') return resultText(state.result, state.dryRun, words)
  if (state.at === 'running') return state.dryRun ? words.checking : words.importing
  return words.intro
}

/** The step that it is at. */
export const stepOf = (state: ImportState): ImportStep =>
  state.at === 'file' ? 'file' : state.dryRun ? 'check' : 'import'
