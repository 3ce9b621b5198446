import { statementLinesList } from '#shared/finance/statement-lists.ts'
import { dryRunQuery, optionalInput } from '#shared/inputs.ts'
import { listQuery, listShape } from '#shared/list/list-query.ts'
import { statementMapping } from '#shared/finance/statement-mapping.ts'
import * as z from 'zod/mini'

const statementId = z.string().check(z.minLength(1, 'required'), z.maxLength(60, 'too-long'))

/** Path parameters of endpoints about one statement. */
export const statementParams = z.object({ statement: statementId })

const { statement: _statement, ...lineFilters } = listShape(statementLinesList)

export const statementLinesQuery = listQuery(lineFilters, statementLinesList)

export type StatementLinesQuery = z.infer<typeof statementLinesQuery>

const accountCode = z.string().check(z.maxLength(60, 'too-long'))

/** In place of the code of an account: opens the clearing account of the provider that the file names in the currency of the lines. */
export const newAccountChoice = 'new'

/** A dry run reads the file and changes nothing. */
export const importStatementQuery = dryRunQuery

export const importStatementInput = z.object({
  /** The code of the account that the file is of; not needed where the file names an account that it was chosen for before. */
  account: optionalInput(accountCode),
  /** The same for each account that the file names. */
  accounts: z.optional(
    z
      .array(
        z.object({
          identifier: z.string().check(z.maxLength(200, 'too-long')),
          currency: z.string().check(z.maxLength(3, 'too-long')),
          account: optionalInput(accountCode),
        }),
      )
      .check(z.maxLength(50, 'too-many-items')),
  ),
  /** How a table is read that no format recognizes; not needed for headings that the account had before. */
  mapping: z.optional(statementMapping),
  /** A form without a chosen file sends an empty file without a name. */
  file: z.file().check(z.refine(({ name }) => Boolean(name), 'file')),
})
