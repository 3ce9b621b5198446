import type { JournalDialect } from '#shared/finance/journal.ts'
import { installDebianPackages } from '#tests/support/debian-packages.ts'
import { expect } from 'bun:test'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** hledger reads files in the encoding of its environment, which may have none. */
const utf8 = { ...process.env, LC_ALL: 'C.UTF-8' }

const programs: Record<
  JournalDialect,
  { program: string; check: (file: string) => string[]; balances?: (file: string) => string[] }
> = {
  hledger: {
    program: 'hledger',
    check: (file) => ['-f', file, 'check', '--strict'],
    balances: (file) => ['-f', file, 'balance', '--flat'],
  },
  ledger: {
    program: 'ledger',
    check: (file) => ['-f', file, '--pedantic', 'balance'],
    balances: (file) => ['-f', file, 'balance', '--flat'],
  },
  beancount: { program: 'bean-check', check: (file) => [file] },
}

/** Installs the programs that are small packages of Debian, where that is possible; beancount needs many others. */
export async function installJournalPrograms(): Promise<void> {
  const missing = ['hledger', 'ledger'].filter((program) => !Bun.which(program))
  if (missing.length === 0) return
  const name = missing.join(' and ')
  if (!(await installDebianPackages(name, missing)))
    console.error(`The tests read journals without ${name}, which could not be installed.`)
}

/** Where it is installed, the program of the dialect itself checks every assertion of a journal and has these balances, by the code of the account. */
export async function checkJournal(
  dialect: JournalDialect,
  journal: string,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const { program, check, balances } = programs[dialect]
  if (!Bun.which(program)) return
  const file = join(tmpdir(), `kontor-${crypto.randomUUID()}.${dialect}`)
  await Bun.write(file, journal)
  try {
    const checked = Bun.spawnSync([program, ...check(file)], { env: utf8 })
    expect([checked.stderr.toString(), checked.exitCode]).toEqual(['', 0])
    const report = balances && Bun.spawnSync([program, ...balances(file)], { env: utf8 }).stdout.toString()
    for (const [code, balance] of Object.entries(report === undefined ? {} : expected))
      expect(report).toMatch(new RegExp(`${balance.replace('.', '[.]')} .*:${code.replaceAll('.', '-')}$`, 'm'))
  } finally {
    await rm(file)
  }
}

/** The sums of the postings of a journal, in either dialect, by the code of the account; those that are zero are missing. */
export function readBalances(journal: string): Record<string, string> {
  const sums = new Map<string, bigint>()
  for (const [, name = '', amount = ''] of journal.matchAll(/^ +([A-Z]\S+) {2}(-?[\d.]+ [A-Z]{3})(?: = .*)?$/gm)) {
    const [decimal = '', currency = ''] = amount.split(' ')
    const key = `${name.split(':')[2]?.replaceAll('-', '.')} ${currency}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(decimal.replace('.', '')))
  }
  return Object.fromEntries(
    [...sums]
      .filter(([, sum]) => sum !== 0n)
      .map(([key, sum]) => [key.split(' ')[0], `${(Number(sum) / 100).toFixed(2)} ${key.split(' ')[1]}`]),
  )
}
