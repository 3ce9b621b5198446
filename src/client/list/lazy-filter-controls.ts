import { lateComponent } from '#client/lazy-component.tsx'

/** The controls of filter menus, which open with a click, so the page works before their code is loaded. */
export const FilterControls = lateComponent(
  async () => (await import('#client/list/filter-controls.tsx')).FilterControls,
)
