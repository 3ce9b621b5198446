import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { useForm } from '#client/ui/form-state.ts'
import type { IconName } from '#client/ui/icons.ts'

interface SubmitButtonProps {
  variant?: 'primary' | 'soft' | 'danger' | 'default'
  size?: 'sm' | 'md' | 'lg'
  icon?: IconName
  block?: boolean
  children: ReactNode
}

/** Submits the surrounding form and is busy meanwhile. Large and full-width by default, as on the login page. */
export function SubmitButton({ variant = 'primary', size = 'lg', block = true, icon, children }: SubmitButtonProps) {
  return (
    <Button type="submit" variant={variant} size={size} block={block} icon={icon} busy={useForm().busy}>
      {children}
    </Button>
  )
}
