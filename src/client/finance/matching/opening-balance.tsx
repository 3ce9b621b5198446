import { usePermission } from '#client/app/page-context.tsx'
import { useMatchingMessages } from '#client/finance/matching/use-matching-messages.ts'
import { revalidate } from '#client/navigation/router.ts'
import { Banner } from '#client/ui/banner.tsx'
import { useDayRangeFormat } from '#client/ui/day-range.ts'
import { Form } from '#client/ui/form.tsx'
import { notify } from '#client/ui/notifications.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import type { WorkListView } from '#shared/finance/matching/views.ts'
import { formatMoney } from '#shared/money.ts'
import type { FormOutcome } from '#shared/page-state.ts'

/** Offers to post the opening balance of the first statement if the books begin without it. */
export function OpeningBalance({ workList, form }: { workList: WorkListView; form: FormOutcome | null }) {
  const { matching } = useMatchingMessages()
  const words = matching.opening
  const formatDays = useDayRangeFormat()
  const canPost = usePermission('finance.post')
  const { opening } = workList
  const { account, currency } = workList.account
  if (!opening) return null
  const [statement, books] = [opening.statementMinor, opening.bookMinor].map((minor) => formatMoney(minor, currency))
  const values = opening.lines.flatMap((line, index) =>
    Object.entries(line).map(([name, value]) => [`lines[${index}][${name}]`, value] as const),
  )
  return (
    <Banner
      action={
        canPost && (
          <Form
            endpoint="postEntry"
            hiddenValues={{ day: opening.day, memo: words.memo(account.code), ...Object.fromEntries(values) }}
            outcome={form}
            onAnswer={() => {
              notify({ kind: 'success', title: words.posted })
              void revalidate()
            }}
          >
            <SubmitButton size="sm">{words.post}</SubmitButton>
          </Form>
        )
      }
    >
      {words.text(
        formatDays({ from: opening.firstDay, to: opening.firstDay }),
        statement ?? '',
        books ?? '',
        formatDays({ from: opening.day, to: opening.day }),
      )}
    </Banner>
  )
}
