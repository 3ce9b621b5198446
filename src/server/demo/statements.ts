import type { History } from '#server/demo/history.ts'
import type { Task } from '#server/demo/run-tasks.ts'
import type { WorkingTime } from '#server/demo/working-time.ts'
import type { LedgerAccount, PostingRow } from '#shared/finance/account-views.ts'
import type { MatchRule } from '#shared/finance/matching/rules.ts'
import { add, formatDecimal } from '#shared/money.ts'
import type { OutputOf } from '#shared/routes/endpoints.ts'
import { addDays, dayOf, zonedTime } from '#shared/time.ts'

/** The days of the statements, counted backwards, and when finance imports them. */
const days = { first: 9, last: 3 } as const
const importedDaysAgo = 2

/** Finance imports what WeChat Pay, Alipay and the bank say of a week, and confirms the first payouts; that of Alipay has not arrived yet. */
export function statementTasks(at: WorkingTime, zone: string): Task[] {
  const startedAt = at(importedDaysAgo, '16:10')
  const [from, to] = [dayOf(at(days.first, '12:00'), zone), dayOf(at(days.last, '12:00'), zone)]
  return [
    {
      at: startedAt,
      run: async (history) => {
        const bank = await act(history, startedAt, 'addLedgerAccount', {
          role: 'bank',
          currency: 'CNY',
          accountName: 'Example Bank 0012',
          accountNameZh: '示例银行 0012',
        })
        const { accounts } = await act(history, startedAt, 'listLedgerAccounts', {})
        const find = (name: string) =>
          accounts.find(({ provider, currency }) => provider === name && currency === 'CNY')
        const [wechat, alipay] = [find('WeChat Pay'), find('Alipay')]
        if (!wechat || !alipay) return
        const postings = await readPostings(history, startedAt, wechat, from, to)
        await importFile(
          history,
          startedAt + minuteMs,
          wechat.code,
          '微信支付账单.csv',
          writeWechatFile(postings, zone),
        )
        await importFile(
          history,
          startedAt + 3 * minuteMs,
          bank.code,
          '示例银行.csv',
          writeBankFile(postings, from, to, zone),
        )
        await confirmPayouts(history, startedAt + 5 * minuteMs, bank.code, ['payout', 'payout'])
        const ofAlipay = await readPostings(history, startedAt, alipay, from, to)
        await importFile(
          history,
          startedAt + 8 * minuteMs,
          alipay.code,
          '支付宝账单.csv',
          writeAlipayFile(ofAlipay, to, zone),
        )
        await confirmPayouts(history, startedAt + 10 * minuteMs, alipay.code, ['payout_sent'])
      },
    },
  ]
}

const minuteMs = 60_000

async function act<Name extends Parameters<History['act']>[2]>(
  history: History,
  at: number,
  name: Name,
  input: Parameters<typeof history.act<Name>>[3],
): Promise<OutputOf<Name>> {
  return (await history.act('wei', at, name, input)) as OutputOf<Name>
}

/** Of days long past everything, oldest first; today's are not there yet. */
async function readPostings(history: History, at: number, { code }: LedgerAccount, from: string, to: string) {
  const rows: PostingRow[] = []
  for (let cursor: string | undefined; ;) {
    const page = await act(history, at, 'listPostings', { account: code, from, to, cursor })
    rows.push(...page.rows)
    if (page.next === null) return rows.toReversed()
    cursor = page.next
  }
}

const importFile = (history: History, at: number, account: string, name: string, lines: readonly string[]) =>
  act(history, at, 'importStatement', { account, file: new File([lines.join('\n')], name) })

/** What WeChat Pay says: one payment has another amount there, and one is missing. */
function writeWechatFile(postings: readonly PostingRow[], zone: string): string[] {
  const listed = postings.filter((_, index) => index !== 4)
  return [
    '交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注',
    ...listed.map(({ occurredAt, amountMinor, memo }, index) => {
      const { day, hour, minute } = toClock(occurredAt, zone)
      const amount = formatDecimal(Math.abs(amountMinor) + (index === 7 ? 1000 : 0), 'CNY')
      const [kind, direction, state] = amountMinor > 0 ? ['商户收款', '收入', '支付成功'] : ['退款', '支出', '已退款']
      return `${day} ${hour}:${minute}:00,${kind},微信用户,商品,${direction},¥${amount},零钱,${state},${memo},,`
    }),
  ]
}

/** What Alipay says: its fee of the week, and the rest of the money, which it pays out at the end of it. */
function writeAlipayFile(postings: readonly PostingRow[], to: string, zone: string): string[] {
  const sumMinor = add(...postings.map(({ amountMinor }) => amountMinor))
  const feeMinor = Math.round(sumMinor * 0.006)
  const toLine = (time: string, kind: string, way: string, minor: number, reference: string): string =>
    `${time},${kind},支付宝用户,,商品,${way},${formatDecimal(minor, 'CNY')},余额,交易成功,${reference},,`
  return [
    '交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注',
    ...postings.map(({ occurredAt, amountMinor, memo }) => {
      const { day, hour, minute } = toClock(occurredAt, zone)
      const [kind, way] = amountMinor > 0 ? ['收款', '收入'] : ['退款', '支出']
      return toLine(`${day} ${hour}:${minute}:00`, kind, way, Math.abs(amountMinor), memo)
    }),
    toLine(`${to} 23:58:00`, '服务费', '支出', feeMinor, 'demo-alipay-fee'),
    toLine(`${to} 23:59:00`, '余额提现', '不计收支', sumMinor - feeMinor, 'demo-alipay-payout'),
  ]
}

const toClock = (time: number, zone: string) => {
  const { hour, minute } = zonedTime(time, zone)
  const two = (value: number): string => String(value).padStart(2, '0')
  return { day: dayOf(time, zone), hour: two(hour), minute: two(minute) }
}

/** What the bank says: each day's payout of WeChat Pay on the next one, less 0.6 %, its own fee, interest, and money of someone unknown. */
function writeBankFile(postings: readonly PostingRow[], from: string, to: string, zone: string): string[] {
  const lines: { day: string; amountMinor: number; text: string; from: string }[] = []
  let sum = 0
  for (let day = from; day < to; day = addDays(day, 1)) {
    for (const { occurredAt, amountMinor } of postings) if (dayOf(occurredAt, zone) === day) sum += amountMinor
    // After a day of refunds, the next payout is the less.
    if (sum <= 0) continue
    lines.push({
      day: addDays(day, 1),
      amountMinor: sum - Math.round(sum * 0.006),
      text: '网银转入',
      from: '财付通支付科技有限公司',
    })
    sum = 0
  }
  lines.push(
    { day: to, amountMinor: -1500, text: '账户管理费', from: '' },
    { day: to, amountMinor: 342, text: '结息', from: '' },
    { day: to, amountMinor: 88_800, text: '转账汇款', from: '杭州云栖茶业' },
  )
  let balanceMinor = 0
  return [
    '记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要',
    ...lines.map((line) => {
      balanceMinor += line.amountMinor
      return `${line.day},CNY,${formatDecimal(line.amountMinor, 'CNY')},${formatDecimal(balanceMinor, 'CNY')},${line.text},${line.from},`
    }),
  ]
}

/** Confirms the first proposals of these rules; what comes later is left to the visitor. */
async function confirmPayouts(
  history: History,
  at: number,
  account: string,
  rules: readonly MatchRule[],
): Promise<void> {
  for (const [index, rule] of rules.entries()) {
    const { rows } = await act(history, at, 'listMatchLines', { account })
    const payout = rows.find(({ proposal }) => proposal?.rule === rule)
    if (!payout?.proposal) return
    await act(history, at + index * minuteMs, 'postMatch', {
      line: payout.id,
      proposal: payout.proposal.fingerprint,
      lines: [],
      postings: [],
    })
  }
}
