export interface ContactLink {
  href: string;
  text: string;
}

/** @param contact an e-mail or https address, of a service or of the gateway's operator. */
export function contactLink(contact: string): ContactLink {
  return contact.includes('@') && !contact.startsWith('https:')
    ? { href: `mailto:${contact}`, text: contact }
    : { href: contact, text: contact.replace(/^https:\/\/|\/$/g, '') };
}
