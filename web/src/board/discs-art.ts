// Written by web/board.py from carrom/render/board/disc_marks.py. Do not edit: change that and run it again.

// Discs of radius 100 around the origin, with placeholders in braces for colours and gradient.
export const SHADE =
  '<radialGradient id="{id}" cx=".36" cy=".3" r=".85"><stop offset="0" stop-color="{face}" stop-opacity="1"/><stop offset="0.72" stop-color="{shade}" stop-opacity="1"/><stop offset="1" stop-color="{rim}" stop-opacity="1"/></radialGradient>';

export const DISCS = {
  white:
    '<circle cx="0" cy="0" r="98" fill="url(#{id})"/><circle r="93" fill="none" stroke="{rim}" stroke-width="8" opacity="0.85"/><circle r="72" fill="none" stroke="{mark}" stroke-width="5" opacity="0.75"/><circle r="36" fill="none" stroke="{mark}" stroke-width="4" opacity="0.6"/><path d="M-62 -48A80 80 0 0 1 20 -77" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.42"/>',
  black:
    '<circle cx="0" cy="0" r="98" fill="url(#{id})"/><circle r="93" fill="none" stroke="{rim}" stroke-width="8" opacity="0.85"/><circle r="56" fill="none" stroke="{mark}" stroke-width="12" opacity="1"/><circle r="11" fill="{mark}"/><path d="M-62 -48A80 80 0 0 1 20 -77" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.42"/>',
  queen:
    '<circle cx="0" cy="0" r="98" fill="url(#{id})"/><circle r="93" fill="none" stroke="{rim}" stroke-width="8" opacity="0.85"/><circle r="74" fill="none" stroke="{rim}" stroke-width="5" opacity="1"/><path d="M0 -57L-13.52 -18.61L-54.21 -17.61L-21.87 7.11L-33.5 46.11L0 23L33.5 46.11L21.87 7.11L54.21 -17.61L13.52 -18.61Z" fill="{mark}" stroke="{rim}" stroke-width="3"/><path d="M-62 -48A80 80 0 0 1 20 -77" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.42"/>',
  striker:
    '<circle cx="0" cy="0" r="98" fill="url(#{id})"/><circle r="93" fill="none" stroke="{rim}" stroke-width="8" opacity="0.85"/><circle r="80" fill="none" stroke="{mark}" stroke-width="6" opacity="1"/><path d="M0 -62L-10.33 -24.94L-43.84 -43.84L-24.94 -10.33L-62 0L-24.94 10.33L-43.84 43.84L-10.33 24.94L0 62L10.33 24.94L43.84 43.84L24.94 10.33L62 0L24.94 -10.33L43.84 -43.84L10.33 -24.94Z" fill="{mark}"/><circle r="15" fill="#f7e7b0"/><path d="M-62 -48A80 80 0 0 1 20 -77" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.42"/>',
} as const;
