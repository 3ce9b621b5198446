import { useLedgerMessages } from '#client/finance/use-ledger-messages.ts'
import { SubmitButton, type SubmitButtonProps } from '#client/ui/submit-button.tsx'
import type { PostingApproval } from '#shared/finance/page-views.ts'

interface PostButtonsProps extends Omit<SubmitButtonProps, 'children'> {
  label: string
  approval: PostingApproval
}

/** Posts an entry, or asks someone else to approve it. Enter and the shortcut press the first button. */
export function PostButtons({ label, approval, variant = 'primary', size, ...first }: PostButtonsProps) {
  const { request } = useLedgerMessages().ledger.requests
  const ofSize = size && { size }
  return (
    <>
      {approval !== 'always' && (
        <SubmitButton {...first} {...ofSize} variant={variant}>
          {label}
        </SubmitButton>
      )}
      {approval !== 'never' && (
        <SubmitButton
          {...ofSize}
          {...(approval === 'always' && first)}
          name="approval"
          value="1"
          variant={approval === 'always' ? variant : 'default'}
        >
          {request}
        </SubmitButton>
      )}
    </>
  )
}
