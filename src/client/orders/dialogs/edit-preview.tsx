import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { useFormPreview } from '#client/orders/dialogs/use-form-preview.ts'
import { formatMoney } from '#shared/money.ts'
import type { EditPreview as Preview } from '#shared/orders/preview-views.ts'
import type { OrderView } from '#shared/orders/views.ts'

/** The inputs that can change the total. */
const amountNames = /^(lines|addedLines|discount|shipping|tax|taxRate)(\[|$)/

/** The new total and the difference, computed by the server while the user types; without script as it was posted for (`initial`). */
export function EditPreview({ order, initial }: { order: OrderView; initial: Preview | null }) {
  const { edit } = useOrderMessages().orders
  const { output, result } = useFormPreview('previewOrderEdit', amountNames, initial)
  const preview = result && 'preview' in result ? result.preview : null
  const total = formatMoney(preview?.totalMinor ?? order.totalMinor, order.currency)
  return (
    <output className="edit__preview" ref={output}>
      {result && 'error' in result ? (
        result.error && <span className="field__error">{result.error}</span>
      ) : (
        <>
          {edit.total} <b className="num">{total}</b>
          {preview && preview.differenceMinor !== 0 && (
            <span className="num muted">
              {preview.differenceMinor > 0 ? '+' : ''}
              {formatMoney(preview.differenceMinor, order.currency)}
            </span>
          )}
        </>
      )}
    </output>
  )
}
