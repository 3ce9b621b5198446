import { parseAmount } from '#server/finance/statements/parse-amount.ts'
import type { ParsedLine } from '#server/finance/statements/parsed-file.ts'
import type { CsvRecord } from '#server/imports/records.ts'
import type { TotalsCheck } from '#shared/finance/statement-views.ts'
import { add } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'

type Total = Exclude<TotalsCheck, 'none' | 'ties'>

/** `共66笔记录`, `收入：1笔 0.35元`, `支出合计：1笔，共-100.00元`. */
const countPattern = /共\s*(\d+)\s*笔记录/
const sumPattern = /(收入|支出)(?:合计)?[:：]\s*\d+\s*笔[,，\s]*(?:共\s*)?([-+]?\d[\d,.]*)\s*元/

/** What totals are called that are columns of a table of their own. */
const headings: Readonly<Record<string, Total>> = {
  资金流水总笔数: 'count',
  总交易单数: 'count',
  收入金额: 'in',
  应结订单总金额: 'in',
  总交易额: 'in',
  支出金额: 'out',
  退款总金额: 'out',
  总退款金额: 'out',
}

/** The totals that a file gives above or below its list, compared with its lines: their number, and what came in and went out before fees. */
export class DeclaredTotals {
  readonly #declared = new Map<Total, string>()
  /** Of all currencies and before fees, so that they may leave the exact range where the sums of statements do not. */
  readonly #sums = { count: 0n, in: 0n, out: 0n }
  #columns: (Total | undefined)[] | undefined

  /** Reads a line outside of the list. */
  read({ fields }: CsvRecord): void {
    const cells = fields.map((field) => field.trim().replace(/^`/, ''))
    if (this.#columns) {
      for (const [index, name] of this.#columns.entries()) this.#declare(name, cells[index])
      this.#columns = undefined
      return
    }
    const columns = cells.map((cell) => ownValue(headings, cell))
    if (columns.includes('count')) this.#columns = columns
    const text = cells.join(',')
    this.#declare('count', countPattern.exec(text)?.[1])
    const [, direction, amount] = sumPattern.exec(text) ?? []
    this.#declare(direction === '收入' ? 'in' : 'out', amount)
  }

  /** Counts a line of the list. One without direction is neither income nor expense. */
  add({ class: lineClass, amountMinor, feeMinor, balanceMinor }: ParsedLine): void {
    this.#sums.count += 1n
    if (lineClass === 'neutral' && balanceMinor === null) return
    const grossMinor = add(amountMinor, feeMinor ?? 0)
    this.#sums[grossMinor < 0 ? 'out' : 'in'] += BigInt(Math.abs(grossMinor))
  }

  /** The first total that differs from the lines, or whether there are any. */
  check(currency: string): TotalsCheck {
    if (this.#declared.size === 0) return 'none'
    const differing = (['count', 'in', 'out'] as const).find((name) => {
      const text = this.#declared.get(name)
      if (text === undefined) return false
      const declared = name === 'count' ? Number(text) : Math.abs(parseAmount(text, currency) ?? Number.NaN)
      return declared !== Number(this.#sums[name])
    })
    return differing ?? 'ties'
  }

  #declare(name: Total | undefined, text: string | undefined): void {
    if (name !== undefined && text !== undefined && text !== '') this.#declared.set(name, text)
  }
}
