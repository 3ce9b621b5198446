import { createBook } from './book.ts'
import { type Bench, printTable } from './measurement.ts'
import { createKontorServer, logIn, startServer } from './servers.ts'
import { observe } from './uploads.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const lineCount = Number(process.env['BENCH_LINES'] ?? 100_000)
const aimSeconds = 10

const numbers = Array.from({ length: lineCount }, (_, n) => n)
const dayOf = (n: number): string => new Date(Date.UTC(2026, 0, 1 + (n % 365))).toISOString().slice(0, 10)
const amountOf = (n: number): string => `${n % 3 === 0 ? '-' : ''}${(n % 9000) + 1}.${String(n % 100).padStart(2, '0')}`

/** Files of 100,000 lines. */
const files: Readonly<Record<string, () => string>> = {
  csv: () =>
    [
      '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要',
      ...numbers.map((n) => `${dayOf(n)},CNY,${amountOf(n)},${n}.00,转账汇款,客户 ${n % 5000},订单 ${n}`),
    ].join('\n'),
  mt940: () =>
    [
      ':20:X\n:25:CN1\n:28C:1/1\n:60F:C260101CNY0,',
      ...numbers.map(
        (n) =>
          `:61:${dayOf(n).slice(2).replaceAll('-', '')}${n % 3 ? 'C' : 'D'}${amountOf(n).replace('-', '').replace('.', ',')}NTRFSO${n}//B${n}\n:86:166?00Transfer?20Order ${n}?32Customer ${n % 5000}`,
      ),
      ':62F:C261231CNY0,',
    ].join('\n'),
  camt: () =>
    [
      '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>CN2</IBAN></Id><Ccy>CNY</Ccy></Acct>',
      ...numbers.map(
        (n) =>
          `<Ntry><Amt Ccy="CNY">${amountOf(n).replace('-', '')}</Amt><CdtDbtInd>${n % 3 ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${dayOf(n)}</Dt></BookgDt><AcctSvcrRef>B${n}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>SO${n}</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Customer ${n % 5000}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Order ${n}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
      ),
      '</Stmt></BkToCstmrStmt></Document>',
    ].join('\n'),
}

/** How long the binary takes to check and to import files of 100,000 statement lines, and how long other requests wait meanwhile, on SQLite. */
export async function measureStatements({ folder, only }: Bench): Promise<void> {
  const dataFolder = await createBook(join(folder, 'statements'), 100)
  await using server = await startServer(createKontorServer(dataFolder))
  const headers = { cookie: await logIn(server.origin), origin: server.origin }
  const rows: string[][] = []
  for (const [format, createText] of Object.entries(files)) {
    if (only.length > 0 && !only.includes(format)) continue
    const created = await fetch(`${server.origin}/api/finance/accounts`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'bank', currency: 'CNY', accountName: format }),
    })
    const { code } = (await created.json()) as { code: string }
    // From the disk, so that this process has little to do while it polls.
    const path = join(folder, 'statement.txt')
    writeFileSync(path, createText())
    for (const query of ['?dryRun=1', '', '?dryRun=1']) {
      const body = new FormData()
      body.set('account', code)
      body.set('file', new File([Bun.file(path)], 'statement.txt'))
      const upload = async (): Promise<number> => {
        const response = await fetch(`${server.origin}/api/finance/statements${query}`, {
          method: 'POST',
          headers,
          body,
        })
        await response.text()
        return response.status
      }
      const startedAt = performance.now()
      const observed = await observe(server, upload)
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      rows.push([format, query === '' ? 'imported' : 'checked', `${seconds} s`, ...observed])
    }
  }
  printTable(['file', '', 'time', 'status', 'CPU', 'longest wait', 'without queue', 'CPU in one', 'peak memory'], rows)
  console.log(`\n${lineCount} lines. An import is followed by its matching. Aim: at most ${aimSeconds} s without it.`)
}
