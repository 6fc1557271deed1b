/** The path before a link's token. */
export const LINK_PATH = '/pay/link';

/** The URL of a link, which the partner gives to payers. @param publicUrl public URL of the gateway. */
export const paymentLinkUrl = (publicUrl: string, token: string): string => `${publicUrl}${LINK_PATH}/${token}`;

/** The URL of an SVG image with a QR code of the link. */
export const paymentLinkQrUrl = (publicUrl: string, token: string): string => `${paymentLinkUrl(publicUrl, token)}/qr.svg`;
