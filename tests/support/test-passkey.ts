import type { PasskeyAssertion, PasskeyAttestation } from '#shared/account/passkey-inputs.ts'
import type { PasskeyCreation, PasskeyRequest } from '#shared/account/passkey-views.ts'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** What a test can change in what its authenticator does. */
export interface PasskeyOptions {
  origin?: string
  rpId?: string
  /** The signature counter that it says. */
  counter?: number
  /** Whether it says that it has asked for a finger or a PIN. */
  isUserVerified?: boolean
}

const isUserPresent = 0x01
const isVerified = 0x04
const hasCredential = 0x40

/** An authenticator with one passkey (ES256), made up for tests. */
export function createTestPasskey(defaults: Required<Pick<PasskeyOptions, 'origin' | 'rpId'>>) {
  const id = crypto.getRandomValues(new Uint8Array(16))
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let userHandle = ''

  const toAuthenticatorData = (flags: number, options: PasskeyOptions): Buffer => {
    const { rpId, counter = 0, isUserVerified = true } = { ...defaults, ...options }
    const counterBytes = Buffer.alloc(4)
    counterBytes.writeUInt32BE(counter)
    const allFlags = flags | isUserPresent | (isUserVerified ? isVerified : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([allFlags]), counterBytes])
  }
  const toClientData = (type: string, challenge: string, options: PasskeyOptions): string =>
    JSON.stringify({ type, challenge, origin: options.origin ?? defaults.origin, crossOrigin: false })

  return {
    id: base64url(id),
    /** Makes the passkey. */
    create({ challenge, user }: PasskeyCreation, options: PasskeyOptions = {}): PasskeyAttestation {
      userHandle = user.id
      const coseKey = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey])
      const authenticatorData = Buffer.concat([toAuthenticatorData(hasCredential, options), credential])
      const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, authenticatorData.length]),
        authenticatorData,
      ])
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(toClientData('webauthn.create', challenge, options)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      }
    },
    /** Signs a challenge. */
    sign({ challenge }: PasskeyRequest, options: PasskeyOptions = {}): PasskeyAssertion {
      const clientData = toClientData('webauthn.get', challenge, options)
      const authenticatorData = toAuthenticatorData(0, options)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
          userHandle,
        },
        clientExtensionResults: {},
      }
    },
  }
}
