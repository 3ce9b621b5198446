import { optionalLine } from '#shared/inputs.ts'
import * as z from 'zod/mini'

export const accountCode = z.string().check(z.minLength(1, 'required'), z.maxLength(60, 'too-long'))

const chosenAccount = z.string().check(z.minLength(1, 'ledger-account'), z.maxLength(60, 'too-long'))

/** Amounts are plain decimals in the currency of the account, on one side of each line. */
export const templateLine = z.object({ account: chosenAccount, debit: optionalLine(30), credit: optionalLine(30) })
/** Lines on the account of store credit name the customer whose it is: by number, or by email address or phone number for those who may see these. */
export const manualLine = z.extend(templateLine, { customer: optionalLine(254) })
