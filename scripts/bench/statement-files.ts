import { writeWorkbook } from '#server/xlsx/write-workbook.ts'

/** Files of many statement lines. */
export interface StatementFile {
  name: string
  create: (lineCount: number) => Promise<Blob>
}

const dayOfYear = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)
/** Banks write the lines of a year by day. */
const dayOf = (n: number, count: number): string => dayOfYear(Math.floor((n * 365) / count))
const amountOf = (n: number): string => `${n % 3 === 0 ? '-' : ''}${(n % 9000) + 1}.${String(n % 100).padStart(2, '0')}`

const headings = ['记账日期', '货币', '交易金额', '联机余额', '交易摘要', '对手信息', '客户摘要']
const toRow = (n: number, day: string): string[] => [
  day,
  'CNY',
  amountOf(n),
  `${n}.00`,
  '转账汇款',
  `客户 ${n % 5000}`,
  `订单 ${n}`,
]

export const statementFiles: readonly StatementFile[] = [
  {
    name: 'csv',
    create: async (count) => toCsv(list(count).map((n) => toRow(n, dayOf(n, count)))),
  },
  {
    name: 'xlsx',
    create: async (count) => {
      const columns = headings.map((heading) => ({ heading, width: 20 }))
      const rows = list(count).map((n) => toRow(n, dayOf(n, count)))
      return new Blob(await Array.fromAsync(writeWorkbook([{ name: 'Lines', columns, rows }])))
    },
  },
  {
    name: 'mt940',
    create: async (count) =>
      toText([
        ':20:X\n:25:CN1\n:28C:1/1\n:60F:C260101CNY0,',
        ...list(count).map(
          (n) =>
            `:61:${dayOf(n, count).slice(2).replaceAll('-', '')}${n % 3 ? 'C' : 'D'}${amountOf(n).replace('-', '').replace('.', ',')}NTRFSO${n}//B${n}\n:86:166?00Transfer?20Order ${n}?32Customer ${n % 5000}`,
        ),
        ':62F:C261231CNY0,',
      ]),
  },
  {
    name: 'camt',
    create: async (count) =>
      toText([
        '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>CN2</IBAN></Id><Ccy>CNY</Ccy></Acct>',
        ...list(count).map(
          (n) =>
            `<Ntry><Amt Ccy="CNY">${amountOf(n).replace('-', '')}</Amt><CdtDbtInd>${n % 3 ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${dayOf(n, count)}</Dt></BookgDt><AcctSvcrRef>B${n}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>SO${n}</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Customer ${n % 5000}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Order ${n}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
        ),
        '</Stmt></BkToCstmrStmt></Document>',
      ]),
  },
  // In no order of days, so that each batch of lines changes all pages of three indexes.
  {
    name: 'mixed days',
    create: async (count) => toCsv(list(count).map((n) => toRow(n, dayOfYear(n % 365)))),
  },
]

const toCsv = (rows: readonly string[][]): Blob => toText([headings, ...rows].map((row) => row.join()))
const list = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
const toText = (lines: readonly string[]): Blob => new Blob([lines.join('\n')])
