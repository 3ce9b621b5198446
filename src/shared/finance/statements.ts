/** The files that an import recognizes by their content; `mapped` are other tables, whose columns were named by a person. */
export const statementFormats = [
  'alipay',
  'alipay_account',
  'alipay_trade',
  'wechat_pay',
  'wechat_fund',
  'wechat_trade',
  'cmb',
  'boc',
  'stripe',
  'paypal',
  'camt',
  'mt940',
  'ofx',
  'mapped',
] as const
export type StatementFormat = (typeof statementFormats)[number]

/** What the file says of a line. `neutral` (不计收支) is neither income nor expense, and its amount has no direction. */
export const lineClasses = ['in', 'out', 'neutral'] as const
export type LineClass = (typeof lineClasses)[number]

/** The largest file, in size and in lines, that an import accepts. */
export const statementLimitBytes = 128 * 1024 * 1024
export const maxStatementLines = 100_000
