// Asks the device of the person for a passkey, and sends its answer as a form.
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const ask = ({ passkey, challenge, host, person, mail }) =>
  passkey === 'get'
    ? navigator.credentials.get({
        publicKey: { challenge: bytesOf(challenge), rpId: host, userVerification: 'required' },
      })
    : navigator.credentials.create({
        publicKey: {
          challenge: bytesOf(challenge),
          rp: { id: host, name: host },
          user: { id: new TextEncoder().encode(person), name: mail, displayName: mail },
          pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        },
      })

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential) continue
  form.hidden = false
  form.querySelector('button').addEventListener('click', async () => {
    // A person who changes their mind may click again.
    const credential = await ask(form.dataset).catch(() => undefined)
    if (!credential) return
    const { response } = credential
    form.elements.id.value = textOf(credential.rawId)
    form.elements.client_data.value = textOf(response.clientDataJSON)
    if (response.signature) {
      form.elements.authenticator_data.value = textOf(response.authenticatorData)
      form.elements.signature.value = textOf(response.signature)
    } else {
      form.elements.authenticator_data.value = textOf(response.getAuthenticatorData())
      form.elements.public_key.value = textOf(response.getPublicKey())
    }
    form.submit()
  })
}
