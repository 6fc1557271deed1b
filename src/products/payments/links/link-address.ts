/** The path before a link's token. */
export const LINK_PATH = '/pay/link';

/** The URL of a link. @param publicUrl public URL of the gateway. */
export const linkAddress = (publicUrl: string, token: string): string => `${publicUrl}${LINK_PATH}/${token}`;

/** The URL of the link's QR code. */
export const linkPicture = (publicUrl: string, token: string): string => `${linkAddress(publicUrl, token)}/qr.svg`;
