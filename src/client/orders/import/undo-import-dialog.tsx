import { usePageContext, usePermission } from '#client/app/page-context.tsx'
import { navigate } from '#client/navigation/router.ts'
import { Banner } from '#client/ui/banner.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { DialogButtons } from '#client/ui/dialog-buttons.tsx'
import { Empty, MissingPermission } from '#client/ui/empty.tsx'
import { Form } from '#client/ui/form.tsx'
import { SubmitButton } from '#client/ui/submit-button.tsx'
import { importUndo as en } from '#shared/messages/en/import-undo.ts'
import { importUndo as zh } from '#shared/messages/zh/import-undo.ts'
import { formatMoney } from '#shared/money.ts'
import type { ImportUndoPreview } from '#shared/orders/import-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { href } from '#shared/routes/pages.ts'
import { Fragment } from 'react'

const texts = { en, zh }
const useUndoMessages = () => texts[usePageContext().locale]

interface UndoImportDialogProps {
  undo: ImportUndoPreview | { missing: string } | null
  /** The history of imports, from which the dialog was opened. */
  closeHref: string
  form: FormOutcome | null
}

/** What undoing an import would do, or what keeps it from being undone, and the button that begins. */
export function UndoImportDialog({ undo, closeHref, form }: UndoImportDialogProps) {
  const words = useUndoMessages()
  const canUndo = usePermission('orders.undo_import')
  const dialog = { open: true as const, onClose: () => navigate(closeHref), closeHref }
  if (!canUndo)
    return (
      <Dialog {...dialog} title={words.missingPermission}>
        <MissingPermission permission="orders.undo_import" title={words.missingPermission} />
      </Dialog>
    )
  if (!undo || 'missing' in undo)
    return (
      <Dialog {...dialog} title={words.missing}>
        <Empty icon="search" title={words.missing}>
          {words.missingText}
        </Empty>
      </Dialog>
    )
  const { refusal, blockers, jobId, orders } = undo
  const isBlocked = refusal !== null || blockers.length > 0
  return (
    <Dialog {...dialog} title={words.title(undo.fileName)} description={undo.number}>
      <Form
        endpoint="undoImport"
        hiddenValues={{ import: undo.number }}
        outcome={form}
        className="dialog-form"
        onAnswer={({ id }) => navigate(href('orders', { job: id }))}
      >
        {refusal ? (
          <Banner
            kind="warning"
            action={
              refusal === 'undoing' && jobId !== null ? (
                <ButtonLink size="sm" href={href('orders', { job: jobId })}>
                  {words.showJob}
                </ButtonLink>
              ) : undefined
            }
          >
            {words.refusals[refusal]}
          </Banner>
        ) : (
          <Blockers blockers={blockers} />
        )}
        {!isBlocked && <Consequences undo={undo} />}
        <DialogButtons closeHref={closeHref} keep={isBlocked ? words.close : words.cancel} autoFocus>
          {!isBlocked && (
            <SubmitButton variant="danger">{orders === 0 ? words.continue : words.confirm(orders)}</SubmitButton>
          )}
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

function Consequences({ undo: { orders, sums, entries } }: { undo: ImportUndoPreview }) {
  const words = useUndoMessages()
  return (
    <>
      <div>
        <p className="strong">{words.willRemove(orders)}</p>
        <ul className="facts">
          {sums.map((sum) => (
            <li key={sum.currency} className="num">
              {words.sum(sum.orders, formatMoney(sum.totalMinor, sum.currency))}
            </li>
          ))}
        </ul>
      </div>
      <p>{words.entries(entries)}</p>
      <p className="sm muted">{words.consequences}</p>
      <p className="sm muted">{words.final}</p>
    </>
  )
}

/** The orders with which something was done, by what it was, with the first ones of each. */
function Blockers({ blockers }: { blockers: ImportUndoPreview['blockers'] }) {
  const words = useUndoMessages()
  if (blockers.length === 0) return null
  return (
    <>
      <Banner kind="warning">
        <b>{words.blocked}</b> {words.blockedText}
      </Banner>
      <ul className="facts">
        {blockers.map(({ reason, count, orders }) => (
          <li key={reason}>
            {words.blockers[reason](count)}
            <br />
            <span className="sm muted">
              {count > orders.length && `${words.examples} `}
              {orders.map((number, index) => (
                <Fragment key={number}>
                  {index > 0 && ', '}
                  <a className="link num" href={href('orders', { order: number })}>
                    {number}
                  </a>
                </Fragment>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
