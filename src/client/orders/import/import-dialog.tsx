import { useImportMessages } from '#client/orders/import/use-import-messages.ts'
import { ImportForm } from '#client/orders/import/import-form.tsx'
import type { ImportWithProgressProps } from '#client/orders/import/import-with-progress.tsx'
import { UndoImportDialog } from '#client/orders/import/undo-import-dialog.tsx'
import { navigate } from '#client/navigation/router.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import type { ImportList } from '#shared/orders/import-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import type { OrdersView } from '#shared/orders/page-views.ts'
import { href } from '#shared/routes/pages.ts'
import { useEffect, useState, type ComponentType } from 'react'
import { flushSync } from 'react-dom'

interface ImportDialogProps {
  closeHref: string
  canImport: boolean
  imports: ImportList | null
  /** The number of the import whose undo is shown instead. */
  undone: string | undefined
  undo: OrdersView['importUndo']
  form: FormOutcome | null
}

/**
 * The import dialog. Starts as a form that works without script and is replaced by the version with progress once its code has loaded;
 * if loading fails, the form remains.
 */
export function ImportDialog({ closeHref, canImport, imports, undone, undo, form }: ImportDialogProps) {
  const words = useImportMessages()
  const [Component, setComponent] = useState<ComponentType<ImportWithProgressProps> | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const returned = form?.endpoint === 'importOrders' ? form : null
  useEffect(() => {
    if (!canImport || returned) return
    import('#client/orders/import/import-with-progress.tsx').then(
      ({ ImportWithProgress }) =>
        // At once, so that no file is chosen in the form after it was read from there.
        flushSync(() => {
          const input = document.querySelector<HTMLInputElement>('dialog input[type=file]')
          setFile(input?.files?.[0] ?? null)
          setComponent(() => ImportWithProgress)
        }),
      () => undefined,
    )
  }, [canImport, returned])
  if (!canImport)
    return (
      <Dialog open onClose={() => navigate(closeHref)} closeHref={closeHref} title={words.title}>
        <MissingPermission permission="orders.import" title={words.missingPermission} />
      </Dialog>
    )
  if (undone !== undefined)
    return <UndoImportDialog undo={undo} closeHref={href('orders', { import: '1' })} form={form} />
  return Component ? (
    <Component closeHref={closeHref} imports={imports} chosen={file} />
  ) : (
    <ImportForm closeHref={closeHref} imports={imports} file={file} onChoose={setFile} form={returned} />
  )
}
