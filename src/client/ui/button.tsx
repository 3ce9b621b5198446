import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import type { IconName } from '#client/ui/icons.ts'
import { getTooltipProps } from '#client/ui/tooltip.tsx'

interface ButtonStyle {
  variant?: 'default' | 'primary' | 'soft' | 'ghost' | 'danger' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Takes the full available width. */
  block?: boolean | undefined
}

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'type'> &
  ButtonStyle & {
    /** `button` by default, unlike HTML; pass `submit` for the button that sends a form. */
    type?: 'button' | 'submit' | 'reset'
    icon?: IconName | undefined
    /** After the label: an arrow that hints at where it leads. */
    endIcon?: IconName | undefined
    /** While busy, a spinner replaces the icon and clicks do nothing. */
    busy?: boolean | undefined
  }

/** A button. At most one `primary` per view; `soft` for a decision inside a panel; `danger` only for what cannot be undone. */
export function Button({
  variant,
  size,
  block,
  icon,
  endIcon,
  busy = false,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, block }, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <Icon name="loader-circle" spin /> : icon && <Icon name={icon} />}
      {children}
      {endIcon && <Icon name={endIcon} />}
    </button>
  )
}

type ButtonLinkProps = ComponentPropsWithRef<'a'> &
  ButtonStyle & { href: string; icon?: IconName | undefined; endIcon?: IconName | undefined }

/** A link that looks like a button, for navigation. */
export function ButtonLink({ variant, size, block, icon, endIcon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, block }, className)}>
      {icon && <Icon name={icon} />}
      {children}
      {endIcon && <Icon name={endIcon} />}
    </a>
  )
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'endIcon' | 'aria-label'> & {
  icon: IconName
  /** What it does: accessible name and tooltip. */
  label: string
  /** The keyboard shortcut, shown in the tooltip. */
  shortcut?: string
}

/** A button with only an icon. */
export function IconButton({ icon, label, shortcut, className, busy = false, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      {...getTooltipProps(label, shortcut)}
      busy={busy}
      icon={icon}
      aria-label={label}
      className={joinClasses('btn--icon', className)}
    />
  )
}

/** Related buttons joined without a gap. */
export const ButtonGroup = ({ children }: { children: ReactNode }) => <span className="btn-group">{children}</span>

/** The classes of what looks like a button. */
export const buttonClass = ({ variant = 'default', size = 'md', block }: ButtonStyle, more?: string): string =>
  joinClasses(
    'btn',
    variant !== 'default' && `btn--${variant}`,
    size !== 'md' && `btn--${size}`,
    block && 'btn--block',
    more,
  )

const joinClasses = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')
