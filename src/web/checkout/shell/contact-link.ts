export interface ContactLink {
  href: string;
  text: string;
}

/** @param contact an e-mail or https address, as services and the gateway's operator give it. */
export function contactLink(contact: string): ContactLink {
  return contact.includes('@') && !contact.startsWith('https:')
    ? { href: `mailto:${contact}`, text: contact }
    : { href: contact, text: contact.replace(/^https:\/\/|\/$/g, '') };
}
