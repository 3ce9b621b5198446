import { deferredComponent } from '#client/deferred-component.tsx'

/** Lets the mouse change the widths of columns. */
export const ColumnResizer = deferredComponent(
  async () => (await import('#client/list/column-resizer.tsx')).ColumnResizer,
)
