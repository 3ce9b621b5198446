import { Money } from '#client/ui/money.tsx'
import type { EntryView } from '#shared/finance/views.ts'

/** The signed amount that an entry moved on money accounts, in each of its currencies. */
export function EntryAmount({ entry }: { entry: EntryView }) {
  return entry.flows.flatMap(({ currency, in: received, out: paid }) => [
    received !== 0 && <Money key={`+${currency}`} minor={received} currency={currency} sign="always" direction="in" />,
    paid !== 0 && <Money key={`−${currency}`} minor={-paid} currency={currency} sign="always" direction="out" />,
  ])
}
