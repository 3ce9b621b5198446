import type { ImportMessages } from '#client/orders/import/use-import-messages.ts'
import { type ImportOptions, resultText, resultTitle } from '#client/orders/import/import-result.tsx'
import type { ImportStep } from '#client/imports/import-steps.tsx'
import type { ImportProgress } from '#client/orders/import/import-upload.ts'
import type { Problem } from '#shared/problem.ts'
import type { ImportResult } from '#shared/orders/import-views.ts'

type Words = ImportMessages

/** Why no file was imported; `asks`: the problem is a question about the file. */
export interface ImportFailure {
  title?: string
  text: string
  problem?: Problem
  asks?: boolean
}

/** The state of an import. `checked`: the same file passed a dry run before. `jobId`: the job that imports the file, once it is uploaded; `confirmingStop`: the user pressed stop and must confirm. */
export type ImportState =
  | { step: 'file'; error: ImportFailure | null }
  | ({
      step: 'running'
      checked: boolean
      progress: ImportProgress | null
      confirmingStop: boolean
      jobId?: string
    } & ImportOptions)
  | ({ step: 'done'; checked: boolean; result: ImportResult } & ImportOptions)

/** The dialog's heading. */
export const titleOf = (state: ImportState, words: Words): string =>
  state.step === 'done' ? resultTitle(state.result, state, words) : words.title

/** The dialog's description. */
export function descriptionOf(state: ImportState, words: Words): string {
  if (state.step === 'done') return resultText(state.result, state, words)
  if (state.step === 'running' && state.dryRun) return words.checking
  if (state.step === 'running') return state.jobId === undefined ? words.importing : words.importingInBackground
  return words.intro
}

/** The current step. */
export const stepOf = (state: ImportState): ImportStep =>
  state.step === 'file' ? 'file' : state.dryRun ? 'check' : 'import'
