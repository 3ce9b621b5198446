import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { useForm } from '#client/ui/form-state.ts'
import type { IconName } from '#client/ui/icons.ts'

export interface SubmitButtonProps {
  'variant'?: 'primary' | 'soft' | 'ghost' | 'danger' | 'default'
  'size'?: 'sm' | 'md' | 'lg'
  'icon'?: IconName | undefined
  'block'?: boolean
  /** Values that it adds to the form. */
  'name'?: string
  'value'?: string
  'aria-label'?: string
  'aria-keyshortcuts'?: string | undefined
  /** Whether its dialog opens with the focus on it: only for what changes nothing. */
  'data-autofocus'?: boolean
  'children': ReactNode
}

/** Submits the surrounding form and is busy while it is sent. */
export function SubmitButton({
  variant = 'default',
  size = 'md',
  block = false,
  icon,
  children,
  ...rest
}: SubmitButtonProps) {
  return (
    <Button {...rest} type="submit" variant={variant} size={size} block={block} icon={icon} busy={useForm().busy}>
      {children}
    </Button>
  )
}
