import { usePageContext } from '#client/app/page-context.tsx'
import { signIn as en } from '#shared/messages/en/sign-in.ts'
import { signIn as zh } from '#shared/messages/zh/sign-in.ts'

const messages = { en, zh }

/** The texts of logging in, registering and confirming who one is, which other pages do not load. */
export const useSignInMessages = (): typeof en => messages[usePageContext().locale]
