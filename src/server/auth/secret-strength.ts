/** How many bits a secret needs: fewer than 32 random hexadecimal digits have, more than a sentence of this length. */
const minimumBits = 85

/** The most common pairs of letters in English words, then those of the keyboard's rows. */
const commonPairs = new Set(
  (
    'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li ch ' +
    'll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot tr ly et so rs un lo ge wh ee ad ul mo ow pa im am fi ke ex ey su ' +
    'qw we rt ty yu ui op sd df fg gh hj jk kl zx xc cv vb bn nm'
  ).split(' '),
)

/** Words of secrets that people write themselves; a random secret has none of them by chance. */
const commonWords =
  /kontor|backoffice|office|production|development|staging|secret|session|signing|cookie|token|password|passwort|change|please|default|example|random|string|private|server|admin|merchant|company|\b(19|20)\d\d-\d\d-\d\d/gi

/**
 * Whether a secret is too easy to guess: repeated or consecutive characters, a short alphabet, or words instead of random characters.
 * Every character counts as one of all that occur in the secret, unless it follows from those before it or is part of a common word.
 */
export function isWeakSecret(secret: string): boolean {
  const characters = [...secret.slice(0, 4000).toLowerCase().replaceAll(commonWords, ' ')].slice(0, 1000)
  const bitsPerCharacter = Math.log2(new Set(characters).size)
  const bits = characters.map((_, index) => {
    if (isRepetition(characters, index) || isSequence(characters, index)) return 0
    return isPartOfWords(characters, index) ? 1 : bitsPerCharacter
  })
  return bits.reduce((sum, each) => sum + each, 0) < minimumBits
}

/** The last three characters occur before. */
const isRepetition = (characters: readonly string[], index: number): boolean =>
  index >= 3 &&
  characters
    .slice(0, index)
    .join('')
    .includes(characters.slice(index - 2, index + 1).join(''))

/** The last three characters are the same, or neighbors in one direction: `111`, `abc`, `987`. */
function isSequence(characters: readonly string[], index: number): boolean {
  if (index < 2) return false
  const [first = 0, second = 0, third = 0] = characters.slice(index - 2, index + 1).map((each) => each.charCodeAt(0))
  return Math.abs(second - first) <= 1 && third - second === second - first
}

/** A letter that often follows the one before it, or a separator that was used before. */
function isPartOfWords(characters: readonly string[], index: number): boolean {
  const [previous = '', character = ''] = index === 0 ? ['', characters[0]] : characters.slice(index - 1, index + 1)
  if (commonPairs.has(previous + character)) return true
  return /[^\p{L}\p{N}]/u.test(character) && characters.indexOf(character) < index
}
