// The Play page.
"use strict";
