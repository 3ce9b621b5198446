import { BarList } from '#client/ui/bar-list.tsx'
import { FlowChart } from '#client/ui/chart.tsx'
import { Example } from '#client/workbench/example.tsx'
import { useWorkbenchMessages } from '#client/workbench/workbench-messages.ts'

const flows = [
  { start: '2026-09-01', in: 310_000, out: 12_000 },
  { start: '2026-09-03', in: 480_050, out: 0 },
  { start: '2026-09-04', in: 150_000, out: 290_000 },
  // What was received is taken back.
  { start: '2026-09-06', in: -20_000, out: 0 },
  { start: '2026-09-08', in: 620_000, out: 31_000 },
]

/** Money in and out over time with the balance, and amounts as bars. */
export function Charts() {
  const { words } = useWorkbenchMessages()
  return (
    <Example topic="charts">
      <div className="example__grid example__grid--2">
        <FlowChart
          unit="day"
          from="2026-09-01"
          to="2026-09-08"
          flows={flows}
          currency="CNY"
          opening={-120_000}
          hrefOf={() => '#charts'}
        />
        <BarList
          label={words.income}
          headings={[words.payment, words.income, words.expense]}
          currency="CNY"
          rows={[
            { key: 'wechat', name: 'WeChat Pay', amounts: bars(847_020, 18_800) },
            { key: 'alipay', name: 'Alipay', amounts: bars(331_676, 0) },
            { key: 'card', name: 'Card', amounts: bars(-1_200, 268_446) },
          ]}
        />
      </div>
    </Example>
  )
}

const bars = (received: number, out: number) => [
  { minor: received, direction: 'in' as const },
  { minor: out, direction: 'out' as const },
]
