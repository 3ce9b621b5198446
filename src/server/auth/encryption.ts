import type { Secrets } from '#server/auth/secret.ts'
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/** Encrypts short texts for one purpose. */
export interface Encryption {
  /** The text, encrypted and authenticated together with `owner`, in base64url. */
  encrypt(text: string, owner: string): string
  /** The text; `undefined` when it was encrypted with another secret, for another purpose or owner, or was changed. */
  decrypt(encrypted: string, owner: string): string | undefined
}

/** A key of 32 bytes for one purpose, derived from the installation's secret. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/**
 * Encrypts with a key derived from the installation's secret, so that a copy of the database alone reveals nothing. Also decrypts what was
 * encrypted with the secret before.
 */
export function createEncryption([secret, ...previousSecrets]: Secrets, purpose: string): Encryption {
  const current = createEncryptionWithKey(deriveKey(secret, purpose))
  return {
    encrypt: current.encrypt,
    decrypt: (encrypted, owner) => {
      const text = current.decrypt(encrypted, owner)
      if (text !== undefined) return text
      for (const each of previousSecrets) {
        const previous = createEncryptionWithKey(deriveKey(each, purpose)).decrypt(encrypted, owner)
        if (previous !== undefined) return previous
      }
      return undefined
    },
  }
}

function createEncryptionWithKey(key: Buffer): Encryption {
  return {
    encrypt: (text, owner) => {
      const iv = crypto.getRandomValues(new Uint8Array(ivLength))
      const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength }).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    decrypt: (encrypted, owner) => {
      const bytes = Buffer.from(encrypted, 'base64url')
      // Decoders ignore spare bits and other characters, so the same bytes would have several spellings.
      const isCanonical = bytes.toString('base64url') === encrypted
      if (!isCanonical || bytes.length < ivLength + tagLength) return undefined
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivLength), { authTagLength: tagLength })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivLength, ivLength + tagLength))
      try {
        return decipher.update(bytes.subarray(ivLength + tagLength), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
