import Foundation
import Serin

// What the documentation's code calls in the reader's app.

func showNewCheckout(color: String = "", limit: Double = 0) {}
func showOldCheckout() {}
func showBanner(_ text: String) {}
func placeOrder() {}
