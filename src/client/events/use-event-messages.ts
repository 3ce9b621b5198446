import { usePageContext } from '#client/app/page-context.tsx'
import { events as en } from '#shared/messages/en/events.ts'
import { events as zh } from '#shared/messages/zh/events.ts'

const messages = { en, zh }

/** The sentences of events. They are not part of `useMessages`, so that the list of orders does not load them. */
export const useEventMessages = () => messages[usePageContext().locale]
