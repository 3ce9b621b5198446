/** What a password must not contain, the same while it is typed and when it arrives. */

/** Which part of the person a password contains, by the reason in `messages.fields`; `undefined` when none. */
export function personalPart(
  password: string,
  { name, email }: { name: string; email: string },
): 'password-contains-name' | 'password-contains-email' | undefined {
  const typed = folded(password)
  if (namesIn(name).some((part) => typed.includes(part))) return 'password-contains-name'
  if (addressesIn(email).some((part) => typed.includes(part))) return 'password-contains-email'
  return undefined
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The whole name and each of its words, when they are long enough to mean the person: three letters, or two Chinese characters. */
function namesIn(name: string): string[] {
  const whole = folded(name).trim()
  const parts = [whole, whole.replace(/\s+/g, ''), ...whole.split(/[\s.·-]+/)]
  return parts.filter((part) => [...part].length >= (/\p{Script=Han}/u.test(part) ? 2 : 3))
}

/** The whole address and what stands before its @. */
function addressesIn(email: string): string[] {
  const whole = folded(email).trim()
  return [whole, whole.split('@')[0] ?? ''].filter((part) => [...part].length >= 3)
}
