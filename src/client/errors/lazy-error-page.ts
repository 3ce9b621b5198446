import { lateComponent } from '#client/lazy-component.tsx'

/** The page of an error, which most visits never see: its code loads after the page works, or when it is needed. */
export const ErrorPage = lateComponent(async () => (await import('#client/errors/error-page.tsx')).ErrorPage)
