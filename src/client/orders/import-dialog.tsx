import { useImportMessages } from '#client/orders/use-import-messages.ts'
import { ImportForm } from '#client/orders/import-form.tsx'
import type { ImportWithProgressProps } from '#client/orders/import-with-progress.tsx'
import { navigate } from '#client/navigation/router.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import type { ImportList } from '#shared/orders/import-views.ts'
import type { FormOutcome } from '#shared/page-state.ts'
import { useEffect, useState, type ComponentType } from 'react'

interface ImportDialogProps {
  closeHref: string
  canImport: boolean
  imports: ImportList | null
  form: FormOutcome | null
}

/**
 * The import dialog. Starts as a form that works without script and is replaced by the version with progress once its code has loaded;
 * if loading fails, the form remains.
 */
export function ImportDialog({ closeHref, canImport, imports, form }: ImportDialogProps) {
  const words = useImportMessages()
  const [Component, setComponent] = useState<ComponentType<ImportWithProgressProps> | null>(null)
  const returned = form?.endpoint === 'importOrders' ? form : null
  useEffect(() => {
    if (!canImport || returned) return
    import('#client/orders/import-with-progress.tsx').then(
      ({ ImportWithProgress }) => setComponent(() => ImportWithProgress),
      () => undefined,
    )
  }, [canImport, returned])
  if (!canImport)
    return (
      <Dialog open onClose={() => navigate(closeHref)} closeHref={closeHref} title={words.title}>
        <MissingPermission permission="orders.import" title={words.missingPermission} />
      </Dialog>
    )
  return Component ? (
    <Component closeHref={closeHref} imports={imports} />
  ) : (
    <ImportForm closeHref={closeHref} imports={imports} form={returned} />
  )
}
