import { useSignInMessages } from '#client/sign-in/use-sign-in-messages.ts'
import { useEffect, useState } from 'react'
import { useMessages } from '#client/app/page-context.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { password as limits } from '#shared/constants.ts'
import { findPattern, findPersonalPart, loadCommonPasswordCheck } from '#shared/staff/password.ts'

const recommendedLength = 16

interface PasswordRulesProps {
  password: string
  person: { name: string; email: string }
}

/** The rules of a password and its strength, checked while typing. They are the server's rules: what it rejects never looks strong. */
export function PasswordRules({ password, person }: PasswordRulesProps) {
  const { fields } = useMessages()
  const { rules } = useSignInMessages().register
  const length = [...password].length
  const isLongEnough = length >= limits.minimum
  const isUncommon = useIsUncommon(password, isLongEnough)
  const omitsPersonalInfo = password !== '' && findPersonalPart(password, person) === undefined
  // Most passwords begin with a pattern.
  const pattern = isLongEnough ? findPattern(password) : undefined
  const isAccepted = isLongEnough && omitsPersonalInfo && isUncommon && !pattern
  const isRecommended = length >= recommendedLength
  const steps = [length > 0, length >= limits.minimum / 2, isAccepted, isAccepted && isRecommended]
  return (
    <>
      <div className="strength" aria-hidden="true">
        {steps.map((done, index) => (
          <i key={index} data-on={(done && (isAccepted ? 'enough' : 'short')) || undefined} />
        ))}
      </div>
      <ul className="rules">
        <Rule met={isLongEnough}>{rules.length(limits.minimum, length)}</Rule>
        <Rule met={omitsPersonalInfo}>{rules.omitsPersonalInfo}</Rule>
        <Rule met={isUncommon && !pattern}>{pattern ? fields[pattern] : rules.common}</Rule>
        <Rule met={isRecommended}>{rules.recommended(recommendedLength)}</Rule>
      </ul>
    </>
  )
}

/** Whether the password is not on the list of common ones. False until the list is loaded, which a password of full length starts. */
function useIsUncommon(password: string, isLongEnough: boolean): boolean {
  const [isCommon, setIsCommon] = useState<((password: string) => boolean) | null>(null)
  useEffect(() => {
    // Without the list the rule stays open; the server checks it anyway.
    if (isLongEnough && !isCommon)
      void loadCommonPasswordCheck().then(
        (check) => setIsCommon(() => check),
        () => undefined,
      )
  }, [isLongEnough, isCommon])
  return isLongEnough && isCommon !== null && !isCommon(password)
}

function Rule({ met, children }: { met: boolean; children: string }) {
  const { rules } = useSignInMessages().register
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
