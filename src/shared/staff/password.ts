/** The rule against personal data in passwords, shared by the browser (while typing) and the server. */

/** Finds a part of the name or email in a password; returns the reason, a key of `messages.fields`, or `undefined`. */
export function findPersonalPart(
  password: string,
  { name, email }: { name: string; email: string },
): 'password-contains-name' | 'password-contains-email' | undefined {
  const typed = foldCase(password)
  if (listNameParts(name).some((part) => typed.includes(part))) return 'password-contains-name'
  if (listEmailParts(email).some((part) => typed.includes(part))) return 'password-contains-email'
  return undefined
}

const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The whole name and each word of it with at least three letters or two Chinese characters: shorter parts occur by chance. */
function listNameParts(name: string): string[] {
  const whole = foldCase(name).trim()
  const parts = [whole, whole.replace(/\s+/g, ''), ...whole.split(/[\s.·-]+/)]
  return parts.filter((part) => [...part].length >= (/\p{Script=Han}/u.test(part) ? 2 : 3))
}

/** The whole email and the part before the @. */
function listEmailParts(email: string): string[] {
  const whole = foldCase(email).trim()
  return [whole, whole.split('@')[0] ?? ''].filter((part) => [...part].length >= 3)
}

/** Loads the list of common passwords, which is large, and returns whether a password is on it in any case. */
export async function loadCommonPasswordCheck(): Promise<(password: string) => boolean> {
  const { default: list } = await import('fxa-common-password-list')
  return (password) => {
    const normalized = password.normalize('NFC')
    return list.test(normalized) || list.test(normalized.toLowerCase())
  }
}
