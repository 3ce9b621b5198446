import type { ImportState } from '#client/orders/import-state.ts'
import { refusedOrdersCsv } from '#client/orders/refused-orders-csv.ts'
import { navigate } from '#client/navigation/router.ts'
import { useMessages } from '#client/app/page-context.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Messages } from '#shared/messages/en.ts'
import type { RefusedOrder } from '#shared/orders/views.ts'
import { href } from '#shared/routes/pages.ts'

interface ImportFooterProps {
  state: ImportState
  hasFile: boolean
  onRun: (dryRun: boolean) => void
  onAnother: () => void
  onClose: () => void
  onStop: () => void
}

/** The buttons of the current step. Keys make React replace buttons between steps, so that a double click does not press the next one. */
export function ImportFooter({ state, hasFile, onRun, onAnother, onClose, onStop }: ImportFooterProps) {
  const { orders, common } = useMessages()
  const words = orders.import
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
        <Button key="cancel" className="start" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button key="check" disabled={!hasFile} onClick={() => onRun(true)}>
          {words.check}
        </Button>
        <Button key="import" variant="primary" disabled={!hasFile} onClick={() => onRun(false)}>
          {words.import}
        </Button>
      </>
    )
  const { created, refused } = state.result
  return (
    <>
      {refused.length > 0 && (
        <Button key="csv" className="start" icon="download" onClick={() => download(refused, words)}>
          {words.downloadRefused}
        </Button>
      )}
      <Button key="another" onClick={onAnother}>
        {words.anotherFile}
      </Button>
      {state.dryRun && created > 0 ? (
        <Button key="import-checked" variant="primary" autoFocus onClick={() => onRun(false)}>
          {words.importCount(created)}
        </Button>
      ) : (
        <Button key="show" variant="primary" autoFocus onClick={() => navigate(href('orders'))}>
          {words.showOrders}
        </Button>
      )}
    </>
  )
}

function download(refused: readonly RefusedOrder[], words: Messages['orders']['import']): void {
  const url = URL.createObjectURL(new Blob([refusedOrdersCsv(refused, words)], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: words.downloadRefusedName }).click()
  URL.revokeObjectURL(url)
}
