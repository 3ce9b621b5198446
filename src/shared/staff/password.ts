/** What a password must not contain, the same while it is typed and when it arrives. */

/** Which part of the person a password contains, by the reason in `messages.fields`; `undefined` when none. */
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

/** The whole name and each of its words, when they are long enough to mean the person: three letters, or two Chinese characters. */
function listNameParts(name: string): string[] {
  const whole = foldCase(name).trim()
  const parts = [whole, whole.replace(/\s+/g, ''), ...whole.split(/[\s.·-]+/)]
  return parts.filter((part) => [...part].length >= (/\p{Script=Han}/u.test(part) ? 2 : 3))
}

/** The whole address and what stands before its @. */
function listEmailParts(email: string): string[] {
  const whole = foldCase(email).trim()
  return [whole, whole.split('@')[0] ?? ''].filter((part) => [...part].length >= 3)
}
