import type { Locator, Page } from 'playwright'

/** The rows of a table with this name, without its head and foot. */
export const getRows = (page: Page, table: string | RegExp): Locator =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row')

/** The section with this heading; the heading may continue, as with a count. */
export const getSection = (container: Locator, heading: string): Locator =>
  container.locator('section', { has: container.page().getByRole('heading', { name: heading }) })

/** The notifications in the corner of the page. */
export const getNotifications = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications \(/ }).getByRole('listitem')

/** The title of a page in its main heading. */
export const getTitle = (page: Page, title: string): Locator => page.getByRole('heading', { level: 1, name: title })

/** A link of the main navigation. */
export const getNavigationLink = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** An open panel by its name, such as `Order SO261120-00006`: beside the list, or on phones the main content. */
export const getPanel = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('complementary', { name }).or(page.getByRole('main', { name }))

/** The order that is open. */
export const getOpenOrder = (page: Page): Locator => getPanel(page, /^Order SO/)

/** The button of an open filter menu, which says how many rows match once they are counted. */
export const getApplyButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Apply|Show [\d,]+\+? results?)$/ })

/** The number of rows below a list. */
export const getListCount = (page: Page, count: string): Locator =>
  page.locator('[data-summary]').getByText(count, { exact: false })
