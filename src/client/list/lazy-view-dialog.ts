import { lazyComponent } from '#client/lazy-component.tsx'

/** The dialog that saves a view or changes one; a page with views has it among its overlays. */
export const ViewDialog = lazyComponent(async () => (await import('#client/list/view-dialog.tsx')).ViewDialog)
