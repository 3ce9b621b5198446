import { useImportMessages } from '#client/orders/import/use-import-messages.ts'
import type { ImportState } from '#client/orders/import/import-state.ts'
import { countChanged, type ImportOptions, listRefused } from '#client/orders/import/import-result.tsx'
import { downloadCsv } from '#client/orders/import/csv.ts'
import { refusedOrdersCsv } from '#client/orders/import/refused-orders-csv.ts'
import { navigate } from '#client/navigation/router.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { href } from '#shared/routes/pages.ts'

interface ImportFooterProps {
  state: ImportState
  hasFile: boolean
  onRun: (options: ImportOptions) => void
  onAnother: () => void
  onClose: () => void
  onStop: () => void
}

/** The buttons of the current step. Keys make React replace buttons between steps, so that a double click does not press the next one. */
export function ImportFooter({ state, hasFile, onRun, onAnother, onClose, onStop }: ImportFooterProps) {
  const { common } = useMessages()
  const words = useImportMessages()
  if (state.step === 'running')
    return (
      <>
        {!state.confirmingStop && (
          <Button key="stop" onClick={onStop}>
            {words.stop}
          </Button>
        )}
        <Button key="running" variant="primary" busy>
          {state.dryRun ? words.checkRunning : words.importRunning}
        </Button>
      </>
    )
  if (state.step === 'file')
    return (
      <>
        <Button key="cancel" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          key="check"
          disabled={!hasFile}
          data-autofocus={hasFile || undefined}
          onClick={() => onRun({ dryRun: true, update: true })}
        >
          {words.check}
        </Button>
        <Button
          key="import"
          variant="primary"
          disabled={!hasFile}
          onClick={() => onRun({ dryRun: false, update: false })}
        >
          {words.import}
        </Button>
      </>
    )
  const refused = listRefused(state.result, state.update)
  return (
    <>
      {refused.length > 0 && (
        <Button
          key="csv"
          className="start"
          icon="download"
          onClick={() => downloadCsv(refusedOrdersCsv(refused, words), words.downloadRefusedName)}
        >
          {words.downloadRefused}
        </Button>
      )}
      <Button key="another" onClick={onAnother}>
        {words.anotherFile}
      </Button>
      <NextStep state={state} onRun={onRun} />
    </>
  )
}

/** What the result allows next; changed orders are updated or left as they are. */
function NextStep({ state, onRun }: { state: ImportState & { step: 'done' } } & Pick<ImportFooterProps, 'onRun'>) {
  const words = useImportMessages()
  const { dryRun, update, result } = state
  const created = dryRun ? result.created : 0
  const changed = dryRun || !update ? countChanged(result) : 0
  const importOnly = () => onRun({ dryRun: false, update: false })
  const withUpdate = () => onRun({ dryRun: false, update: true })
  const showOrders = () => navigate(href('orders'))
  if (changed > 0)
    return (
      <>
        <Button key="leave" onClick={created > 0 ? importOnly : showOrders}>
          {created > 0 ? words.changed.importOnly(created) : words.changed.leave}
        </Button>
        <Button key="update" variant="primary" autoFocus onClick={withUpdate}>
          {created > 0 ? words.changed.importAndUpdate(created, changed) : words.changed.update(changed)}
        </Button>
      </>
    )
  return created > 0 ? (
    <Button key="import-checked" variant="primary" autoFocus onClick={importOnly}>
      {words.importCount(created)}
    </Button>
  ) : (
    <Button key="show" variant="primary" autoFocus onClick={showOrders}>
      {words.showOrders}
    </Button>
  )
}
