import { dryRunQuery, optionalInput } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** An import of accounts accepts files up to this size with up to this many people. */
export const usersImportLimitBytes = 4 * 1024 * 1024
export const maxImportedUsers = 20_000

/** A dry run checks the file and changes nothing. */
export const importUsersQuery = dryRunQuery
export const importUsersInput = z.object({
  /** A form without a chosen file sends an empty file without a name. */
  file: z.file().check(z.refine(({ name }) => Boolean(name), 'file')),
  /** Encoding of a file without a byte order mark: a label such as `gb18030`. */
  encoding: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})

/** What an import does with a line: `failed` has a problem, and then no line is imported. */
export const importOutcomes = ['invited', 'changed', 'unchanged', 'failed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const importedUser = z.object({
  /** The line of the file, from 1. */
  line: z.int(),
  email: z.string(),
  name: z.string(),
  /** The id of the role that the file gives; null for none. */
  role: z.nullable(z.string()),
  outcome: z.enum(importOutcomes),
  /** The column that has the problem; null for the line as a whole. */
  field: z.nullable(z.enum(['name', 'email', 'role'])),
  problem: z.nullable(z.string()),
  /** The link of the invitation, which is shown only once. */
  url: z.optional(z.string()),
})
export type ImportedUser = z.infer<typeof importedUser>

/** The outcome of an import. `rows`: the lines that change something or have a problem. */
export const usersImport = z.object({
  /** Whether it was done: not in a dry run, and not when a line has a problem. */
  isApplied: z.boolean(),
  counts: z.record(z.enum(importOutcomes), z.int()),
  rows: z.array(importedUser),
})
export type UsersImport = z.infer<typeof usersImport>
