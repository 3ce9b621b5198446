interface AvatarProps {
  name: string
  size?: 'sm' | 'md' | 'lg'
  /** Tints the avatar of the logged-in user. */
  isCurrentUser?: boolean
}

/** A person's initials. Hidden from screen readers, so always show the name next to it. */
export function Avatar({ name, size = 'md', isCurrentUser = false }: AvatarProps) {
  const classes = ['avatar', size !== 'md' && `avatar--${size}`, isCurrentUser && 'avatar--me'].filter(Boolean)
  return (
    <span className={classes.join(' ')} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** Two letters of a Latin name, the first character of any other. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const latin = words.filter((word) => /^\p{Script=Latin}/u.test(word))
  if (latin.length === 0) return [...(words[0] ?? '')][0] ?? ''
  const [first = '', ...rest] = latin
  const last = rest.at(-1)
  return (last ? (first[0] ?? '') + (last[0] ?? '') : first.slice(0, 2)).toUpperCase()
}
