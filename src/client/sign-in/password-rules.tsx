import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { password as limits } from '#shared/constants.ts'
import { findPersonalPart } from '#shared/staff/password.ts'

const recommendedLength = 16

interface PasswordRulesProps {
  password: string
  person: { name: string; email: string }
}

/** The rules of a password; each ticks itself while one types. Only the server knows the passwords that everyone tries. */
export function PasswordRules({ password, person }: PasswordRulesProps) {
  const { rules } = useMessages().signIn.register
  const length = [...password].length
  const omitsPersonalInfo = password === '' ? false : findPersonalPart(password, person) === undefined
  const isLongEnough = length >= limits.minimum
  const steps = [length > 0, length >= limits.minimum / 2, isLongEnough, length >= recommendedLength]
  return (
    <>
      <div className="strength" aria-hidden="true">
        {steps.map((done, index) => (
          <i key={index} data-on={(done && (isLongEnough ? 'enough' : 'short')) || undefined} />
        ))}
      </div>
      <ul className="rules">
        <Rule met={isLongEnough}>{rules.length(limits.minimum, length)}</Rule>
        <Rule met={omitsPersonalInfo}>{rules.omitsPersonalInfo}</Rule>
        <Rule met={false}>{rules.common}</Rule>
        <Rule met={length >= recommendedLength}>{rules.recommended(recommendedLength)}</Rule>
      </ul>
    </>
  )
}

function Rule({ met, children }: { met: boolean; children: string }) {
  const { rules } = useMessages().signIn.register
  return (
    <li data-ok={met || undefined}>
      <Icon name={met ? 'circle-check' : 'circle'} />
      <span>
        {children}
        {met && <span className="sr-only">, {rules.met}</span>}
      </span>
    </li>
  )
}
