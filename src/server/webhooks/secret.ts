import { createEncryption, type Encryption } from '#server/auth/encryption.ts'
import { requireSecrets } from '#server/auth/secret.ts'
import type { Kontor } from '#server/context.ts'

const prefix = 'whsec_'
const keyLength = 32

/** A new secret, as https://www.standardwebhooks.com writes it: a prefix and a random key in Base64. */
export const createWebhookSecret = (): string =>
  prefix + Buffer.from(crypto.getRandomValues(new Uint8Array(keyLength))).toString('base64')

/** The key in a secret. */
export const keyOfSecret = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64')

/** Encrypts the secrets of webhooks; the owner is the id of the webhook. */
export const webhookEncryption = (kontor: Kontor): Encryption =>
  createEncryption(requireSecrets(kontor), 'kontor webhooks')
