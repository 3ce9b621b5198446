import { password as limits } from '#shared/constants.ts'

/** The rules for passwords beyond their length, shared by the browser (while typing) and the server. */

/** Words that attackers of this product guess first: its name and what it is. */
const contextWords = ['kontor', 'backoffice']

/** With fewer different characters a password is a pattern. */
const minimumDifferentCharacters = 5

interface Person {
  name: string
  email: string
}

type PersonalReason = 'password-contains-name' | 'password-contains-email'
type PatternReason = 'password-blank' | 'password-repeats' | 'password-contains-product'

/** Finds a part of the name or email in a password; returns the reason, a key of `messages.fields`, or `undefined`. */
export function findPersonalPart(password: string, { name, email }: Person): PersonalReason | undefined {
  const typed = foldCase(password)
  if (listNameParts(name).some((part) => typed.includes(part))) return 'password-contains-name'
  if (listEmailParts(email).some((part) => typed.includes(part))) return 'password-contains-email'
  return undefined
}

/** Finds what makes a password easy to guess for everyone: only spaces, a repetition, the product's name; returns the reason as above. */
export function findPattern(password: string): PatternReason | undefined {
  const characters = [...foldCase(password).replaceAll(/\s/gu, '')]
  if (characters.length === 0) return 'password-blank'
  const letters = characters.filter((character) => /\p{L}/u.test(character))
  const consistsOfLetters = letters.length * 2 >= characters.length
  // Without what is not a letter, so that "Password1 password2" repeats itself too.
  if (isRepetition(characters) || (consistsOfLetters && isRepetition(letters))) return 'password-repeats'
  const spellings = [characters, decodeDigits(characters).filter((character) => /\p{L}/u.test(character))]
  const texts = spellings.map((spelling) => spelling.join(''))
  if (contextWords.some((word) => texts.some((text) => text.includes(word)))) return 'password-contains-product'
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

/** Whether the characters are a shorter part, less than a password, that is repeated, or only a few different ones. */
function isRepetition(characters: readonly string[]): boolean {
  if (new Set(characters).size < minimumDifferentCharacters) return true
  const longest = Math.min(Math.floor(characters.length / 2), limits.minimum - 1)
  for (let length = 1; length <= longest; length++)
    if (characters.every((character, index) => index < length || character === characters[index - length])) return true
  return false
}

/** What people write instead of letters: `P@ssw0rd`. */
const lettersByDigit: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  '$': 's',
  '!': 'i',
}
const decodeDigits = (characters: readonly string[]): string[] =>
  characters.map((character) => lettersByDigit[character] ?? character)

/**
 * Loads the list of common passwords, which is large, and returns whether a password is on it: in any case, without spaces, without the
 * digits and signs around it, and with letters for digits.
 */
export async function loadCommonPasswordCheck(): Promise<(password: string) => boolean> {
  const { default: list } = await import('fxa-common-password-list')
  return (password) => {
    const folded = foldCase(password)
    const core = folded.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    const spellings = [password.normalize('NFC'), folded, core].flatMap((text) => [text, text.replaceAll(/\s/gu, '')])
    return spellings.some((text) => list.test(text) || list.test(decodeDigits([...text]).join('')))
  }
}
